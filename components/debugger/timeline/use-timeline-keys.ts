import type { KeyboardEvent } from "react";
import { stepOnBranch, type PathDirection } from "@/lib/graph/path";
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
  selectedId: string | null;
  compareId: string | null;
  /** The checkpoint under the pointer: `C` marks it rather than the selected one. */
  hoveredId: string | null;
  onSelect: (id: string) => void;
  onCompare: (id: string | null) => void;
};

/** The keyboard of the timeline: arrows walk, Home and End jump, C marks for comparison, Escape clears the mark. */
export function useTimelineKeys({ model, selectedId, compareId, hoveredId, onSelect, onCompare }: Handlers) {
  return (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      const from = selectedId ?? model.branches[0]?.leaf ?? null;
      if (from === null) return;
      const target = selectedId === null ? from : stepOnBranch(model.tree, model.branches, from, direction, model.followed?.id ?? null);
      if (target !== null) onSelect(target);
    } else if (event.key === "c" || event.key === "C") {
      const marked = hoveredId ?? selectedId;
      if (marked === null) return;
      event.preventDefault();
      event.stopPropagation();
      onCompare(marked === compareId ? null : marked);
    } else if (event.key === "Escape" && compareId !== null) {
      event.stopPropagation();
      onCompare(null);
    }
  };
}
