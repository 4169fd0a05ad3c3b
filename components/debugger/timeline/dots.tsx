import { outcomeOf } from "@/lib/graph/branches";
import { dotsBetween, type LaneDot } from "@/lib/graph/lanes";
import { Dot } from "./dot";
import type { GridWindow } from "./geometry";
import type { TimelineModel } from "./use-timeline-model";

export type DotsProps = {
  prefix: string;
  model: TimelineModel;
  view: GridWindow;
  selectedId: string | null;
  compareId: string | null;
  runningId: string | null;
};

/** The dots in the window, and always the selected one: assistive technology must find it. */
export function Dots({ prefix, model, view, selectedId, compareId, runningId }: DotsProps) {
  const { tree, layout, branches, lineEnds } = model;
  const visible = layout.lanes
    .slice(Math.max(0, view.firstLane), view.lastLane + 1)
    .flatMap((lane) => dotsBetween(lane, view.firstColumn, view.lastColumn));
  const selected = selectedId === null ? undefined : layout.dots.get(selectedId);
  const drawn: LaneDot[] = selected === undefined || visible.includes(selected) ? visible : [...visible, selected];
  return drawn.map((dot) => {
    const entry = tree.byId.get(dot.id);
    if (entry === undefined) return null;
    return (
      <Dot
        key={dot.id}
        prefix={prefix}
        entry={entry}
        branchName={branches[dot.lane]?.name ?? ""}
        outcome={outcomeOf(tree, entry, runningId)}
        lane={dot.lane}
        column={dot.column}
        onLine={dot.column <= (lineEnds.get(dot.branch) ?? -1)}
        selected={dot.id === selectedId}
        compared={dot.id === compareId}
      />
    );
  });
}
