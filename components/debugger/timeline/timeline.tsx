"use client";

import { History, Search } from "lucide-react";
import { useId, useLayoutEffect, useMemo, useRef, type MouseEvent, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { outcomeOf } from "@/lib/graph/branches";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { TimelineActions } from "./actions";
import { Dots, isOrphan } from "./dots";
import { dotElementId } from "./dot";
import { columnX, HEAD, laneY, PAD, ROW, RULER } from "./geometry";
import { keepInView } from "./keep-in-view";
import { HoverCard } from "./hover-card";
import { LaneHeads } from "./lane-heads";
import { LaneLines } from "./lane-lines";
import { Legend } from "./legend";
import { branchName, NO_MARKS, type MarkIndex } from "./mark-index";
import { Ruler } from "./ruler";
import { standingOf, type RunEnd } from "./run-ends";
import { TimelineMenu } from "./timeline-menu";
import { checkpointAt, useHoveredDot } from "./use-hovered-dot";
import { useTimelineKeys } from "./use-timeline-keys";
import { useTimelineMenu } from "./use-timeline-menu";
import { useTimelineModel, type TimelineModel } from "./use-timeline-model";
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
  /** Names, labels and stars. */
  marks?: MarkIndex;
  /** How runs ended where the rows do not tell. */
  ends?: ReadonlyMap<string, RunEnd>;
  /** Runs that were not live, and what they were, by run. */
  replays?: ReadonlyMap<string, string>;
  /** All checkpoints are here, so that a parent that is not is gone. */
  complete?: boolean;
  /** What menus and keys do; without it the timeline is only looked at. */
  actions?: TimelineActions | null;
};

const NO_ENDS: ReadonlyMap<string, RunEnd> = new Map();
const NO_REPLAYS: ReadonlyMap<string, string> = new Map();

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

function TimelineGrid(props: TimelineProps) {
  const { entries, selectedId, compareId, runningId, onSelect, onCompare } = props;
  const { marks = NO_MARKS, ends = NO_ENDS, replays = NO_REPLAYS, complete = true, actions = null } = props;
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const model = useTimelineModel(entries, selectedId);
  const view = useViewWindow(scroller);
  useSidewaysWheel(scroller);
  const hover = useHoveredDot();
  const menu = useTimelineMenu(list, actions);
  const hoveredId = hover.hovered?.id ?? null;
  const { openAtDot: openMenu, beginRename } = menu;
  const onKeyDown = useTimelineKeys({ model, marks, selectedId, compareId, hoveredId, onSelect, onCompare, actions, openMenu, beginRename });

  const { tree, branches, layout, followed, lineEnds } = model;
  const orphans = useOrphans(model, complete);
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
  const hovered = hoveredId === null || menu.menu !== null ? undefined : tree.byId.get(hoveredId);
  const hoveredBranch = hovered === undefined ? undefined : branches[layout.dots.get(hovered.checkpoint_id)?.lane ?? 0];
  return (
    <section aria-label="Timeline" className="flex h-full min-h-0 flex-col bg-panel select-none">
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-auto overscroll-contain" onScroll={hover.clear}>
        <div className="relative" style={{ width: HEAD + width, minWidth: "100%", height: RULER + height, minHeight: "100%" }}>
          <div className="sticky top-0 z-20 flex bg-panel" style={{ height: RULER }}>
            <Corner actions={actions} />
            <Ruler steps={layout.steps} selectedColumn={selectedDot?.column ?? null} view={view} />
          </div>
          <div
            role="group"
            aria-label="Branches"
            className="sticky left-0 z-10 border-r border-line bg-panel"
            style={{ width: HEAD, height: `calc(100% - ${RULER}px)` }}
          >
            <LaneHeads
              tree={tree}
              branches={branches}
              marks={marks}
              ends={ends}
              followed={followed?.id ?? null}
              runningId={runningId}
              view={view}
              renaming={menu.renaming}
              onSelect={onSelect}
              handlers={menu.heads}
            />
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
            {...menu.pointer}
          >
            <LaneLines layout={layout} lineEnds={lineEnds} view={view} marks={marks} orphans={orphans} />
            <Dots
              prefix={prefix}
              model={model}
              view={view}
              marks={marks}
              ends={ends}
              complete={complete}
              selectedId={selectedId}
              compareId={compareId}
              runningId={runningId}
            />
          </div>
        </div>
      </div>
      <Legend checkpoints={tree.order.length} branches={branches.length} />
      {hovered === undefined || hover.hovered === null ? null : (
        <HoverCard
          entry={hovered}
          outcome={standingOf(outcomeOf(tree, hovered, runningId), ends.get(hovered.checkpoint_id))}
          branch={hoveredBranch === undefined ? "" : branchName(hoveredBranch, marks)}
          mark={marks.checkpoints.get(hovered.checkpoint_id)}
          orphaned={complete && isOrphan(hovered.parent_checkpoint_id, tree.parents.get(hovered.checkpoint_id) ?? null)}
          replay={(hovered.run_id === null ? undefined : replays.get(hovered.run_id)) ?? null}
          anchor={hover.hovered.anchor}
        />
      )}
      {menu.menu === null || actions === null ? null : (
        <TimelineMenu
          menu={menu.menu}
          model={model}
          marks={marks}
          selectedId={selectedId}
          actions={actions}
          onSelect={onSelect}
          onCompare={onCompare}
          onRename={beginRename}
          onClose={menu.close}
        />
      )}
    </section>
  );
}

/** Where lane heads and ruler meet. */
function Corner({ actions }: { actions: TimelineActions | null }) {
  return (
    <div
      className="sticky left-0 z-10 flex shrink-0 items-center justify-between border-r border-line bg-panel pr-1 pl-3 text-xs text-faint"
      style={{ width: HEAD }}
    >
      Branches
      {actions === null ? null : (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Find a checkpoint"
          aria-keyshortcuts="/"
          title="Find a checkpoint (/)"
          onClick={actions.search}
        >
          <Search />
        </Button>
      )}
    </div>
  );
}

/** Branches whose beginning is not there any more. */
function useOrphans({ tree, branches }: TimelineModel, complete: boolean): ReadonlySet<string> {
  return useMemo(() => {
    if (!complete) return new Set();
    const first = branches.filter(({ id }) => isOrphan(tree.byId.get(id)?.parent_checkpoint_id ?? null, tree.parents.get(id) ?? null));
    return new Set(first.map(({ id }) => id));
  }, [tree, branches, complete]);
}

function useKeepInView(scroller: RefObject<HTMLDivElement | null>, column: number | undefined, lane: number | undefined): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || column === undefined || lane === undefined) return;
    if (typeof ResizeObserver === "undefined") {
      keepInView(element, column, lane);
      return;
    }
    // Told at once, when the layout is there anyway; again when the panels take their sizes, or somebody makes them smaller.
    let [width, height] = [Infinity, Infinity];
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth < width || clientHeight < height) keepInView(element, column, lane);
      [width, height] = [clientWidth, clientHeight];
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, column, lane]);
}
