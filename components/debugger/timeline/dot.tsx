import { StickyNote } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { CheckpointMark } from "@/lib/schema/travel";
import { DotShape } from "./dot-shape";
import { COLUMN, columnX, laneY } from "./geometry";
import type { Standing } from "./run-ends";
import { spokenLabel } from "./words";

const HIT = 28;

export type DotProps = {
  prefix: string;
  entry: TimelineEntry;
  branchName: string;
  outcome: Standing;
  lane: number;
  column: number;
  onLine: boolean;
  selected: boolean;
  compared: boolean;
  mark: CheckpointMark | undefined;
  /** Columns that a label may take before it meets the next one. */
  room: number;
  /** What came before it is not there any more. */
  orphaned: boolean;
};

/** The DOM id of a checkpoint's dot, for `aria-activedescendant`. */
export function dotElementId(prefix: string, checkpointId: string): string {
  return `${prefix}-${checkpointId}`;
}

/** Memoised: checkpoints that arrive while a run is live draw only themselves. */
export const Dot = memo(function Dot({ prefix, entry, branchName, mark, room, ...dot }: DotProps) {
  return (
    <div
      role="option"
      id={dotElementId(prefix, entry.checkpoint_id)}
      aria-selected={dot.selected}
      aria-label={spokenLabel({ entry, branch: branchName, outcome: dot.outcome, compared: dot.compared, mark, orphaned: dot.orphaned })}
      data-checkpoint-id={entry.checkpoint_id}
      data-outcome={dot.outcome}
      className="group absolute grid cursor-pointer place-items-center"
      style={{ left: columnX(dot.column) - HIT / 2, top: laneY(dot.lane) - HIT / 2, width: HIT, height: HIT }}
    >
      {dot.outcome === "running" ? <span className="absolute size-4 animate-ping rounded-full bg-run opacity-40 motion-reduce:animate-none" /> : null}
      <span
        className={cn(
          "absolute size-[22px] rounded-full border-[1.5px] border-transparent group-hover:border-line-strong",
          dot.compared && "border-dashed border-text group-hover:border-text",
          dot.selected && "border-solid border-focus group-hover:border-focus",
        )}
      />
      <DotShape source={entry.source} outcome={dot.outcome} onLine={dot.onLine} />
      {dot.compared ? (
        <span aria-hidden className="absolute -top-1.5 -right-1 rounded-sm bg-text px-0.5 font-mono text-[9px] leading-[11px] text-bg">
          ⇄
        </span>
      ) : null}
      {mark === undefined ? null : <Marks mark={mark} room={room} />}
    </div>
  );
});

/** Star and note at the dot's corners, the label below it as far as there is room. */
function Marks({ mark, room }: { mark: CheckpointMark; room: number }) {
  return (
    <>
      {mark.starred ? (
        <svg aria-hidden viewBox="0 0 12 12" width={11} height={11} className="absolute -top-1 left-[-1px] text-wait">
          <path
            d="M6 .8 7.6 4.2l3.7.5-2.7 2.5.7 3.7L6 9.1 2.7 10.9l.7-3.7L.7 4.7l3.7-.5z"
            fill="currentColor"
            stroke="var(--panel)"
            strokeWidth={1}
            paintOrder="stroke"
          />
        </svg>
      ) : null}
      {mark.note === null ? null : <StickyNote aria-hidden className="absolute -top-0.5 right-0 size-2.5 fill-panel text-muted" />}
      {mark.label === null ? null : (
        <span
          aria-hidden
          className="pointer-events-none absolute top-[22px] left-1 truncate rounded-sm bg-panel/85 px-0.5 text-[10px] leading-[11px] text-muted"
          style={{ maxWidth: room * COLUMN - 6 }}
        >
          {mark.label}
        </span>
      )}
    </>
  );
}
