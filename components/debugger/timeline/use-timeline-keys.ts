import type { KeyboardEvent } from "react";
import { stepOnBranch, type PathDirection } from "@/lib/graph/path";
import { pathTo } from "@/lib/graph/tree";
import type { TimelineActions } from "./actions";
import type { MarkIndex } from "./mark-index";
import type { TimelineModel } from "./use-timeline-model";

const DIRECTIONS: Record<string, PathDirection> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

type Handlers = {
  model: TimelineModel;
  marks: MarkIndex;
  selectedId: string | null;
  compareId: string | null;
  /** The checkpoint under the pointer: the letters are about it rather than about the selected one. */
  hoveredId: string | null;
  onSelect: (id: string) => void;
  onCompare: (id: string | null) => void;
  actions: TimelineActions | null;
  /** Opens the menu of the selected checkpoint. */
  openMenu: (id: string) => void;
  beginRename: (branchId: string) => void;
};

/** The next checkpoint with a star or a label on the followed line, in walking direction. */
export function nextMarked(model: TimelineModel, marks: MarkIndex, from: string, direction: "previous" | "next"): string | null {
  const line = pathTo(model.tree, model.followed?.leaf ?? from);
  const at = line.findIndex((entry) => entry.checkpoint_id === from);
  const rest = direction === "next" ? line.slice(at + 1) : line.slice(0, Math.max(0, at)).reverse();
  const isMarked = (id: string) => marks.checkpoints.get(id)?.starred === true || marks.checkpoints.get(id)?.label != null;
  return rest.find((entry) => isMarked(entry.checkpoint_id))?.checkpoint_id ?? null;
}

/**
 * The keyboard of the timeline: arrows walk (with Shift from star to star), Home and End jump, C marks for comparison,
 * Escape clears the mark, L labels, S stars, F2 renames the branch, / searches.
 */
export function useTimelineKeys(handlers: Handlers) {
  return (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const taken = walk(event, handlers) || letter(event, handlers);
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function walk(event: KeyboardEvent, { model, marks, selectedId, onSelect }: Handlers): boolean {
  const direction = DIRECTIONS[event.key];
  if (direction === undefined) return false;
  const from = selectedId ?? model.branches[0]?.leaf ?? null;
  if (from === null) return true;
  const toMark = event.shiftKey && (direction === "previous" || direction === "next");
  const step = () =>
    toMark ? nextMarked(model, marks, from, direction) : stepOnBranch(model.tree, model.branches, from, direction, model.followed?.id ?? null);
  const target = selectedId === null ? from : step();
  if (target !== null) onSelect(target);
  return true;
}

function letter(event: KeyboardEvent, handlers: Handlers): boolean {
  const { model, marks, selectedId, compareId, hoveredId, onCompare, actions } = handlers;
  const meant = hoveredId ?? selectedId;
  const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
  if (isMenuKey && actions !== null && selectedId !== null) {
    handlers.openMenu(selectedId);
    return true;
  }
  switch (event.key.toLowerCase()) {
    case "c":
      if (meant !== null) onCompare(meant === compareId ? null : meant);
      return meant !== null;
    case "escape":
      if (compareId !== null) onCompare(null);
      return compareId !== null;
    case "l":
      if (meant !== null) actions?.describe(meant, "label");
      return meant !== null && actions !== null;
    case "s": {
      const entry = meant === null ? undefined : model.tree.byId.get(meant);
      if (entry === undefined || actions === null) return false;
      const starred = marks.checkpoints.get(entry.checkpoint_id)?.starred === true;
      actions.mark(entry.checkpoint_id, { checkpoint_ns: entry.checkpoint_ns, starred: !starred });
      return true;
    }
    case "f2": {
      const branch = selectedId === null ? undefined : model.layout.dots.get(selectedId)?.branch;
      if (branch !== undefined && actions !== null) handlers.beginRename(branch);
      return branch !== undefined && actions !== null;
    }
    case "/":
      actions?.search();
      return actions !== null;
    default:
      return false;
  }
}
