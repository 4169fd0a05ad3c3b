"use client";

import { History } from "lucide-react";
import { useId, useLayoutEffect, useRef, type MouseEvent, type RefObject } from "react";
import { Empty } from "@/components/ui/empty";
import { outcomeOf } from "@/lib/graph/branches";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { Dots } from "./dots";
import { dotElementId } from "./dot";
import { columnX, HEAD, laneY, PAD, ROW, RULER } from "./geometry";
import { keepInView } from "./keep-in-view";
import { HoverCard } from "./hover-card";
import { LaneHeads } from "./lane-heads";
import { LaneLines } from "./lane-lines";
import { Legend } from "./legend";
import { Ruler } from "./ruler";
import { checkpointAt, useHoveredDot } from "./use-hovered-dot";
import { useTimelineKeys } from "./use-timeline-keys";
import { useTimelineModel } from "./use-timeline-model";
import { useSidewaysWheel, useViewWindow } from "./use-view-window";

export type TimelineProps = {
  entries: TimelineEntry[];
  selectedId: string | null;
  compareId: string | null;
  /** Newest checkpoint of the active run; it pulses. */
  runningId: string | null;
  onSelect: (id: string) => void;
  onCompare: (id: string | null) => void;
  loading?: boolean;
};

/** Branches as lanes, a dot per checkpoint. Draws only what is visible, from the index alone. */
export function Timeline(props: TimelineProps) {
  if (props.entries.length > 0) return <TimelineGrid {...props} />;
  return (
    <section aria-label="Timeline" aria-busy={props.loading} className="grid h-full place-items-center overflow-hidden bg-panel">
      {props.loading ? (
        <p className="text-muted">Reading the timeline…</p>
      ) : (
        <Empty icon={<History />} title="No steps yet">
          Run the workflow. Every step leaves a checkpoint here that you can go back to.
        </Empty>
      )}
    </section>
  );
}

function TimelineGrid({ entries, selectedId, compareId, runningId, onSelect, onCompare }: TimelineProps) {
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const model = useTimelineModel(entries, selectedId);
  const view = useViewWindow(scroller);
  useSidewaysWheel(scroller);
  const hover = useHoveredDot();
  const onKeyDown = useTimelineKeys({ model, selectedId, compareId, hoveredId: hover.hovered?.id ?? null, onSelect, onCompare });

  const { tree, branches, layout, followed, lineEnds } = model;
  const selectedDot = selectedId === null ? undefined : layout.dots.get(selectedId);
  useKeepInView(scroller, selectedDot?.column, selectedDot?.lane);

  const onClick = (event: MouseEvent) => {
    const id = checkpointAt(event.target);
    if (id === null) return;
    list.current?.focus({ preventScroll: true });
    if (event.shiftKey) onCompare(id === compareId ? null : id);
    else onSelect(id);
  };
  const width = columnX(layout.steps.length - 1) + PAD;
  const height = laneY(branches.length - 1) + ROW / 2 + 4;
  const hovered = hover.hovered === null ? undefined : tree.byId.get(hover.hovered.id);
  return (
    <section aria-label="Timeline" className="flex h-full min-h-0 flex-col bg-panel select-none">
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-auto overscroll-contain" onScroll={hover.clear}>
        <div className="relative" style={{ width: HEAD + width, minWidth: "100%", height: RULER + height, minHeight: "100%" }}>
          <div className="sticky top-0 z-20 flex bg-panel" style={{ height: RULER }}>
            <div className="sticky left-0 z-10 shrink-0 border-r border-line bg-panel px-3 pt-1.5 text-xs text-faint" style={{ width: HEAD }}>
              Branches
            </div>
            <Ruler steps={layout.steps} selectedColumn={selectedDot?.column ?? null} view={view} />
          </div>
          <div
            role="group"
            aria-label="Branches"
            className="sticky left-0 z-10 border-r border-line bg-panel"
            style={{ width: HEAD, height: `calc(100% - ${RULER}px)` }}
          >
            <LaneHeads tree={tree} branches={branches} followed={followed?.id ?? null} runningId={runningId} view={view} onSelect={onSelect} />
          </div>
          {selectedDot === undefined ? null : (
            <div
              aria-hidden
              className="absolute rounded-md bg-selected"
              style={{ left: HEAD + columnX(selectedDot.column) - 15, top: RULER, width: 30, bottom: 4 }}
            />
          )}
          <div
            ref={list}
            role="listbox"
            aria-label="Checkpoints"
            aria-orientation="horizontal"
            aria-activedescendant={selectedDot === undefined ? undefined : dotElementId(prefix, selectedDot.id)}
            tabIndex={0}
            className="absolute right-0 bottom-0 -outline-offset-2"
            style={{ left: HEAD, top: RULER }}
            onKeyDown={onKeyDown}
            onClick={onClick}
            onPointerOver={hover.onPointerOver}
            onPointerLeave={hover.clear}
          >
            <LaneLines layout={layout} lineEnds={lineEnds} view={view} />
            <Dots prefix={prefix} model={model} view={view} selectedId={selectedId} compareId={compareId} runningId={runningId} />
          </div>
        </div>
      </div>
      <Legend checkpoints={tree.order.length} branches={branches.length} />
      {hovered === undefined || hover.hovered === null ? null : (
        <HoverCard
          entry={hovered}
          outcome={outcomeOf(tree, hovered, runningId)}
          branch={branches[layout.dots.get(hovered.checkpoint_id)?.lane ?? 0]?.name ?? ""}
          anchor={hover.hovered.anchor}
        />
      )}
    </section>
  );
}

function useKeepInView(scroller: RefObject<HTMLDivElement | null>, column: number | undefined, lane: number | undefined): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || column === undefined || lane === undefined) return;
    keepInView(element, column, lane);
    if (typeof ResizeObserver === "undefined") return;
    // The panels take their sizes after the first drawing, and whenever somebody resizes them.
    let { clientWidth, clientHeight } = element;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth < clientWidth || element.clientHeight < clientHeight) keepInView(element, column, lane);
      ({ clientWidth, clientHeight } = element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, column, lane]);
}
