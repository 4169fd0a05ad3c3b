import { memo } from "react";
import type { Lane, LaneLayout, LaneLink } from "@/lib/graph/lanes";
import { columnX, laneY, PAD, ROW, type GridWindow } from "./geometry";
import { branchColour, type MarkIndex } from "./mark-index";

export type LaneLinesProps = {
  layout: LaneLayout;
  lineEnds: Map<string, number>;
  view: GridWindow;
  marks: MarkIndex;
  /** Branches whose first checkpoint names a parent that is gone. */
  orphans: ReadonlySet<string>;
};

/** The lines behind the dots: one per visible lane, clipped to the window, and the curves where branches part. */
export const LaneLines = memo(function LaneLines({ layout, lineEnds, view, marks, orphans }: LaneLinesProps) {
  const lanes = layout.lanes.slice(Math.max(0, view.firstLane), view.lastLane + 1);
  const links = layout.links.filter((link) => isVisible(link, view));
  // Never larger than the grid: what stands out would make it scroll further than there is anything.
  const left = columnX(Math.max(0, view.firstColumn)) - PAD;
  const top = laneY(Math.max(0, view.firstLane)) - ROW / 2;
  const width = columnX(Math.min(view.lastColumn, layout.steps.length - 1)) + PAD - left;
  const height = laneY(Math.min(view.lastLane, layout.lanes.length - 1)) + ROW / 2 - top;
  const quiet = links.filter((link) => !lineEnds.has(link.branch));
  const followed = links.filter((link) => lineEnds.has(link.branch));
  if (width <= 0 || height <= 0) return null;
  return (
    <svg
      aria-hidden
      className="pointer-events-none absolute"
      style={{ left, top, width, height }}
      viewBox={`${left} ${top} ${width} ${height}`}
      fill="none"
      strokeWidth={1.75}
    >
      {quiet.map((link) => (
        <path key={link.branch} d={curve(link)} className="stroke-line-strong" {...colourOf(link.branch, marks, QUIET)} />
      ))}
      {lanes.map((lane) => (
        <LaneLine
          key={lane.branch.id}
          lane={lane}
          lineEnd={lineEnds.get(lane.branch.id)}
          view={view}
          marks={marks}
          isOrphan={orphans.has(lane.branch.id)}
        />
      ))}
      {followed.map((link) => (
        <path key={link.branch} d={curve(link)} className="stroke-fork" {...colourOf(link.branch, marks, 1)} />
      ))}
    </svg>
  );
});

/** How strongly a coloured branch that is not followed is drawn. */
const QUIET = 0.5;

/** A branch's own colour in place of the usual one. */
function colourOf(branchId: string, marks: MarkIndex, opacity: number) {
  const colour = branchColour(branchId, marks);
  return colour === null ? {} : { style: { stroke: colour, opacity } };
}

type LaneLineProps = { lane: Lane; lineEnd: number | undefined; view: GridWindow; marks: MarkIndex; isOrphan: boolean };

function LaneLine({ lane, lineEnd, view, marks, isOrphan }: LaneLineProps) {
  const start = Math.max(lane.start, view.firstColumn);
  const end = Math.min(lane.end, view.lastColumn);
  const y = laneY(lane.lane);
  const middle = Math.min(end, Math.max(start, lineEnd ?? start));
  const { id, kind } = lane.branch;
  return (
    <>
      {isOrphan && lane.start >= view.firstColumn && lane.start <= view.lastColumn ? (
        <path d={`M${columnX(lane.start) - 24} ${y}h16`} className="stroke-muted" strokeDasharray="2 3" />
      ) : null}
      {middle < end ? <path d={`M${columnX(middle)} ${y}H${columnX(end)}`} className="stroke-line-strong" {...colourOf(id, marks, QUIET)} /> : null}
      {middle > start ? (
        <path
          d={`M${columnX(start)} ${y}H${columnX(middle)}`}
          className={kind === "main" ? "stroke-ok" : "stroke-fork"}
          {...colourOf(id, marks, 1)}
        />
      ) : null}
    </>
  );
}

/** Leaves the parent to the right, falls steeply between two columns, and arrives from the left. */
function curve({ from, to }: LaneLink): string {
  const [x1, y1, x2, y2] = [columnX(from.column), laneY(from.lane), columnX(to.column), laneY(to.lane)];
  const turn = Math.min(x1 + 30, x2 - 8);
  const bend = Math.min(14, Math.abs(y2 - y1) / 2);
  const fall = y2 > y1 ? bend : -bend;
  const middle = (x1 + turn) / 2 + 2;
  return `M${x1} ${y1}Q${middle} ${y1} ${middle} ${y1 + fall}V${y2 - fall}Q${middle} ${y2} ${Math.max(turn, middle + 6)} ${y2}H${x2}`;
}

function isVisible({ from, to }: LaneLink, view: GridWindow): boolean {
  const across = from.column <= view.lastColumn && to.column >= view.firstColumn;
  return across && Math.min(from.lane, to.lane) <= view.lastLane && Math.max(from.lane, to.lane) >= view.firstLane;
}
