import { Search, Star, StickyNote, Tag, X } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import { indexBranches } from "@/lib/graph/branches";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { CheckpointMark } from "@/lib/schema/travel";
import { formatStep } from "../timeline/format";
import { branchName, type MarkIndex } from "../timeline/mark-index";
import { useWorkbench } from "../workbench-context";
import { ConditionSearch } from "./condition-search";

export type SearchPanelProps = { marks: MarkIndex; panel: RefObject<HTMLElement | null>; onClose: () => void };

/** Finds checkpoints of the open thread: the first one where a condition holds, and those that somebody marked. Stays open while one goes from one to the next. */
export function SearchPanel({ marks, panel, onClose }: SearchPanelProps) {
  const { threadId, checkpointNs, branches, entry, description, select } = useWorkbench();
  const place = usePlaceAbove(panel);
  const branch = entry === null ? branches[0] : indexBranches(branches).get(entry.checkpoint_id);
  if (threadId === null || place === null) return null;
  const onSelect = (checkpoint: string) => select({ checkpoint });
  return createPortal(
    <div
      role="dialog"
      aria-label="Find a checkpoint"
      className="fixed z-40 flex w-[400px] max-w-[calc(100vw-24px)] flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float"
      style={place}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
        panel.current?.querySelector<HTMLElement>("[role=listbox]")?.focus({ preventScroll: true });
      }}
    >
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-1.5 pl-3.5">
        <Search aria-hidden className="size-3.5 text-faint" />
        <h2 className="flex-1 font-semibold">Find a checkpoint</h2>
        <Button variant="ghost" size="icon-sm" aria-label="Close the search" onClick={onClose}>
          <X />
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {branch === undefined ? (
          <p className="px-3.5 py-3 text-muted">There are no checkpoints yet. Run the workflow first.</p>
        ) : (
          <ConditionSearch
            key={branch.id}
            threadId={threadId}
            namespace={checkpointNs}
            leaf={branch.leaf}
            branchName={branchName(branch, marks)}
            channels={(description?.channels ?? []).map((channel) => channel.name)}
            selectedId={entry?.checkpoint_id ?? null}
            onSelect={onSelect}
          />
        )}
        <MarkedList marks={marks} onSelect={onSelect} />
      </div>
    </div>,
    document.body,
  );
}

/** Above the right end of the panel, as high as there is room. */
function usePlaceAbove(panel: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<{ right: number; bottom: number; maxHeight: number } | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const rect = panel.current?.getBoundingClientRect();
      if (rect === undefined) return;
      const bottom = Math.max(8, window.innerHeight - rect.top + 8);
      setPlace({ right: Math.max(8, window.innerWidth - rect.right + 12), bottom, maxHeight: Math.max(220, window.innerHeight - bottom - 60) });
    };
    measure();
    const element = panel.current;
    const observer = typeof ResizeObserver === "undefined" || element === null ? null : new ResizeObserver(measure);
    if (element !== null) observer?.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer?.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [panel]);
  return place;
}

/** From this many marks on there is a field to find one. */
const FILTER_FROM = 6;

/** Checkpoints with a star, a label or a note, in the order of time. */
function MarkedList({ marks, onSelect }: { marks: MarkIndex; onSelect: (id: string) => void }) {
  const { tree, branches, entry } = useWorkbench();
  const [text, setText] = useState("");
  const all = useMemo(() => inOrder(marks, tree), [marks, tree]);
  const names = useMemo(() => indexBranches(branches), [branches]);
  const wanted = text.trim().toLowerCase();
  const shown = all.filter(({ label, note }) => `${label ?? ""} ${note ?? ""}`.toLowerCase().includes(wanted));
  // The search says by itself what was found once somebody types.
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted === "" ? "" : `${shown.length} found`), 400);
    return () => clearTimeout(timer);
  }, [wanted, shown.length]);
  return (
    <section aria-label="Stars, labels and notes" className="border-t border-line py-2">
      <h3 className="px-3.5 pb-1 text-xs font-medium text-faint">Stars, labels and notes</h3>
      {all.length >= FILTER_FROM ? (
        <div className="px-3.5 pb-1.5">
          <TextInput
            type="search"
            aria-label="Find a label or note"
            placeholder="Find a label or note"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {settled}
      </p>
      {all.length === 0 ? (
        <p className="px-3.5 pb-1 text-muted">
          None yet. <kbd className="font-sans text-sm">L</kbd> labels the selected checkpoint, <kbd className="font-sans text-sm">S</kbd> stars it.
        </p>
      ) : shown.length === 0 ? (
        <p className="px-3.5 pb-1 text-muted">No label or note says that.</p>
      ) : (
        <ul>
          {shown.map((mark) => (
            <li key={mark.checkpoint_id}>
              <button
                type="button"
                aria-current={mark.checkpoint_id === entry?.checkpoint_id ? "true" : undefined}
                onClick={() => onSelect(mark.checkpoint_id)}
                className="flex w-full min-w-0 items-start gap-2 px-3.5 py-1 text-left -outline-offset-2 hover:bg-hover aria-[current]:bg-selected [&>svg]:mt-[3px] [&>svg]:size-3.5 [&>svg]:shrink-0"
              >
                {mark.starred ? (
                  <Star aria-label="starred" className="fill-wait text-wait" />
                ) : mark.label === null ? (
                  <StickyNote className="text-muted" />
                ) : (
                  <Tag className="text-muted" />
                )}
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{mark.label ?? (mark.note === null ? "Star" : "Note")}</span>
                  {mark.note === null ? null : <span className="block truncate text-sm text-muted">{mark.note}</span>}
                </span>
                <span className="shrink-0 text-sm text-faint">
                  {nameOf(mark.checkpoint_id)} · step {formatStep(tree.byId.get(mark.checkpoint_id)?.step ?? 0)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );

  function nameOf(id: string): string {
    const branch = names.get(id);
    return branch === undefined ? "" : branchName(branch, marks);
  }
}

function inOrder(marks: MarkIndex, tree: CheckpointTree): CheckpointMark[] {
  const place = new Map(tree.order.map((id, index) => [id, index]));
  return [...marks.checkpoints.values()]
    .filter((mark) => place.has(mark.checkpoint_id))
    .sort((left, right) => (place.get(left.checkpoint_id) ?? 0) - (place.get(right.checkpoint_id) ?? 0));
}
