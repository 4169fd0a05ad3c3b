import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { Outcome } from "@/lib/graph/branches";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { DotShape } from "./dot-shape";
import { columnX, laneY } from "./geometry";
import { spokenLabel } from "./words";

const HIT = 28;

export type DotProps = {
  prefix: string;
  entry: TimelineEntry;
  branchName: string;
  outcome: Outcome;
  lane: number;
  column: number;
  onLine: boolean;
  selected: boolean;
  compared: boolean;
};

/** The DOM id of a checkpoint's dot, for `aria-activedescendant`. */
export function dotElementId(prefix: string, checkpointId: string): string {
  return `${prefix}-${checkpointId}`;
}

/** Memoised: checkpoints that arrive while a run is live draw only themselves. */
export const Dot = memo(function Dot({ prefix, entry, branchName, ...dot }: DotProps) {
  return (
    <div
      role="option"
      id={dotElementId(prefix, entry.checkpoint_id)}
      aria-selected={dot.selected}
      aria-label={spokenLabel(entry, branchName, dot.outcome, dot.compared)}
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
    </div>
  );
});
