import type { Edge, EdgeProps } from "@xyflow/react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { DrawnEdge } from "@/lib/graph/design-drawing";
import { DASHES, COURSE_COLOUR } from "../edge-look";
import type { LineEdgeType } from "../line-edge";
import { toArrowhead, toMidpoint, toRoundedPath } from "../route";
import type { CanvasEdgeRef } from "../design-canvas";
import { useDesign, useDesignStore } from "./design-store";
import { WayChip } from "./way-chip";
import { WayHandles } from "./way-handles";
import { toWayLabel } from "./way-words";

export type WayEdgeType = Edge<NonNullable<LineEdgeType["data"]> & { drawn: DrawnEdge }, "way">;

/** A line that can be selected, moved at its ends, and have a node put on it. */
export const WayEdge = memo(function WayEdge({ id, data }: EdgeProps<WayEdgeType>) {
  const store = useDesignStore();
  const selected = useDesign(({ selectedEdge }) => (isOfLine(selectedEdge, data?.drawn) ? selectedEdge : null));
  const isActive = useDesign(({ hoveredEdge, focusedEdge }) => hoveredEdge === id || focusedEdge === id);
  const isFocused = useDesign(({ focusedEdge }) => focusedEdge === id);
  const isBeingMoved = useDesign(({ wire }) => wire?.moved !== null && isOfLine(wire?.moved ?? null, data?.drawn));
  const canEdit = useDesign((state) => state.canEdit);
  const badge = useDesign((state) => state.edgeBadges.get(id));
  if (data === undefined) return null;
  const { edge, drawn, points, labelAt, sourceName, targetName } = data;
  const path = toRoundedPath(points);
  const isSelected = selected !== null;
  const hasErrors = badge?.severity === "error";
  const look = isSelected || isFocused ? "text-focus" : hasErrors ? "text-bad" : isActive ? "text-muted" : COURSE_COLOUR.plan;
  const at = labelAt ?? toMidpoint(points);
  return (
    <>
      <g aria-hidden data-line={id} data-selected={isSelected ? "" : undefined} className={cn(look, isBeingMoved && "opacity-30")}>
        <title>{toWayLabel(sourceName, targetName, drawn)}</title>
        <path d={path} fill="none" stroke="transparent" strokeWidth={18} className="cursor-pointer" />
        {isFocused && <path d={path} fill="none" stroke="currentColor" strokeWidth={7} strokeOpacity={0.25} />}
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth={isSelected ? 2 : edge.kind === "command" ? 1.25 : 1.5}
          strokeLinecap={edge.kind === "command" ? "round" : "butt"}
          strokeDasharray={DASHES[edge.kind]}
        />
        <path d={toArrowhead(points)} fill="currentColor" />
      </g>
      <WayChip id={id} drawn={drawn} at={at} selected={selected} isActive={isActive} badge={badge} sourceName={sourceName} targetName={targetName} />
      {canEdit && selected !== null && <WayHandles selected={selected} points={points} onStart={store.handlers.onStartWire} />}
    </>
  );
});

function isOfLine(edge: CanvasEdgeRef | null, drawn: DrawnEdge | undefined): boolean {
  return edge !== null && drawn !== undefined && edge.source === drawn.source && edge.target === drawn.target;
}
