import { EdgeLabelRenderer, type Edge, type EdgeProps } from "@xyflow/react";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import { cn } from "@/components/ui/cn";
import { toLabelLines, type Point, type VisibleEdge } from "@/lib/graph/layout-input";
import { useCanvas } from "./canvas-store";
import { COURSE_COLOUR, DASHES, toEdgeLabel, toProgress } from "./edge-look";
import { toArrowhead, toMidpoint, toRoundedPath } from "./route";

export type LineEdgeType = Edge<
  {
    edge: VisibleEdge;
    points: Point[];
    /** Centre of the label; null: half way along the line. */
    labelAt: Point | null;
    sourceName: string;
    targetName: string;
  },
  "line"
>;

/** A way from one node to another: dashed where a condition decides, dotted for a `Command`, solid once it was taken. */
export const LineEdge = memo(function LineEdge({ data }: EdgeProps<LineEdgeType>) {
  const { taken, course } = useCanvas(useShallow((state) => toProgress(state.overlay, data?.edge)));
  if (data === undefined) return null;
  const { edge, points, labelAt, sourceName, targetName } = data;
  const isTaken = course !== "plan" && course !== "rest";
  const kind = edge.kind;
  return (
    <>
      <g
        role="img"
        aria-label={toEdgeLabel(sourceName, targetName, edge, taken)}
        data-course={course}
        className={cn("transition-colors duration-150", COURSE_COLOUR[course])}
      >
        <path
          d={toRoundedPath(points)}
          fill="none"
          stroke="currentColor"
          strokeWidth={isTaken ? 1.75 : kind === "command" ? 1.25 : 1.5}
          strokeLinecap={kind === "command" ? "round" : "butt"}
          strokeDasharray={isTaken ? undefined : DASHES[kind]}
          className={course === "running" ? "canvas-flow" : undefined}
        />
        <path d={toArrowhead(points)} fill="currentColor" />
      </g>
      <EdgeChip
        lines={toLabelLines(edge.labels)}
        taken={taken ?? 0}
        isTaken={isTaken}
        isFaded={course === "rest"}
        at={labelAt ?? toMidpoint(points)}
      />
    </>
  );
});

type EdgeChipProps = { lines: string[]; taken: number; isTaken: boolean; isFaded: boolean; at: Point };

function EdgeChip({ lines, taken, isTaken, isFaded, at }: EdgeChipProps) {
  if (lines.length === 0 && taken < 2) return null;
  const count = taken > 1 ? <span className="ml-1 font-semibold text-ok tabular-nums">×{taken}</span> : null;
  return (
    <EdgeLabelRenderer>
      <div
        aria-hidden
        className={cn(
          "canvas-label pointer-events-none absolute z-[60] rounded bg-canvas px-1 text-center text-[11px] leading-4 whitespace-nowrap",
          isFaded ? "text-faint" : isTaken ? "text-text" : "text-muted",
        )}
        style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
      >
        {lines.map((line, index) => (
          <div key={line}>
            {line}
            {index === lines.length - 1 && count}
          </div>
        ))}
        {lines.length === 0 && count}
      </div>
    </EdgeLabelRenderer>
  );
}
