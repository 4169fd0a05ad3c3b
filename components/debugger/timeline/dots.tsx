import { outcomeOf } from "@/lib/graph/branches";
import { dotsBetween, type Lane, type LaneDot } from "@/lib/graph/lanes";
import { Dot } from "./dot";
import type { GridWindow } from "./geometry";
import { branchName, type MarkIndex } from "./mark-index";
import { standingOf, type RunEnd } from "./run-ends";
import type { TimelineModel } from "./use-timeline-model";

export type DotsProps = {
  prefix: string;
  model: TimelineModel;
  view: GridWindow;
  marks: MarkIndex;
  ends: ReadonlyMap<string, RunEnd>;
  /** All of the thread's checkpoints are here: a parent that is not is gone. */
  complete: boolean;
  selectedId: string | null;
  compareId: string | null;
  runningId: string | null;
};

/** The dots in the window, and always the selected one: assistive technology must find it. */
export function Dots({ prefix, model, view, marks, ends, complete, selectedId, compareId, runningId }: DotsProps) {
  const { tree, layout, branches, lineEnds } = model;
  const visible = layout.lanes
    .slice(Math.max(0, view.firstLane), view.lastLane + 1)
    .flatMap((lane) => dotsBetween(lane, view.firstColumn, view.lastColumn));
  const selected = selectedId === null ? undefined : layout.dots.get(selectedId);
  const drawn: LaneDot[] = selected === undefined || visible.includes(selected) ? visible : [...visible, selected];
  return drawn.map((dot) => {
    const entry = tree.byId.get(dot.id);
    const branch = branches[dot.lane];
    if (entry === undefined) return null;
    const mark = marks.checkpoints.get(dot.id);
    return (
      <Dot
        key={dot.id}
        prefix={prefix}
        entry={entry}
        branchName={branch === undefined ? "" : branchName(branch, marks)}
        outcome={standingOf(outcomeOf(tree, entry, runningId), ends.get(dot.id))}
        lane={dot.lane}
        column={dot.column}
        onLine={dot.column <= (lineEnds.get(dot.branch) ?? -1)}
        selected={dot.id === selectedId}
        compared={dot.id === compareId}
        mark={mark}
        room={mark?.label ? roomFor(dot, layout.lanes[dot.lane], marks) : 1}
        orphaned={complete && isOrphan(entry.parent_checkpoint_id, tree.parents.get(dot.id) ?? null)}
      />
    );
  });
}

/** A checkpoint names a parent that is not in the tree. */
export function isOrphan(named: string | null, parent: string | null): boolean {
  return named !== null && parent === null;
}

const MOST_COLUMNS = 4;

/** Columns up to the next dot of the lane that has a label of its own; past the lane's end there is nothing in the way. */
function roomFor(dot: LaneDot, lane: Lane | undefined, marks: MarkIndex): number {
  if (lane === undefined) return 1;
  const next = dotsBetween(lane, dot.column + 1, dot.column + MOST_COLUMNS).find((other) => marks.checkpoints.get(other.id)?.label);
  return next === undefined ? MOST_COLUMNS : Math.max(1, next.column - dot.column);
}
