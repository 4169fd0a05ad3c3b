import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { Outcome } from "@/lib/graph/branches";
import type { CheckpointSource } from "@/lib/schema/checkpoint";
import { DotShape } from "./dot-shape";
import { columnX, laneY } from "./geometry";

const HIT = 28;

export type DotProps = {
  id: string;
  source: CheckpointSource;
  outcome: Outcome;
  lane: number;
  column: number;
  onLine: boolean;
  selected: boolean;
  compared: boolean;
  label: string;
};

/** The DOM id of a checkpoint's dot, for `aria-activedescendant`. */
export function dotElementId(prefix: string, checkpointId: string): string {
  return `${prefix}-${checkpointId}`;
}

/** Memoised on plain values: checkpoints that arrive while a run is live draw only themselves. */
export const Dot = memo(function Dot({ prefix, ...dot }: DotProps & { prefix: string }) {
  return (
    <div
      role="option"
      id={dotElementId(prefix, dot.id)}
      aria-selected={dot.selected}
      aria-label={dot.label}
      data-checkpoint-id={dot.id}
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
      <DotShape source={dot.source} outcome={dot.outcome} onLine={dot.onLine} />
      {dot.compared ? (
        <span aria-hidden className="absolute -top-1.5 -right-1 rounded-sm bg-text px-0.5 font-mono text-[9px] leading-[11px] text-bg">
          ⇄
        </span>
      ) : null}
    </div>
  );
});
