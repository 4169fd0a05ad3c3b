import { EdgeLabelRenderer } from "@xyflow/react";
import type { Point } from "@/lib/graph/layout-input";
import type { CanvasEdgeRef } from "../design-canvas";
import { useDesign, type DesignHandlers } from "./design-store";
import { canMoveEnd } from "./wire-rules";

type WayHandlesProps = { selected: CanvasEdgeRef; points: readonly Point[]; onStart: DesignHandlers["onStartWire"] };

/** The ends of a selected line, to be dragged to other nodes. */
export function WayHandles({ selected, points, onStart }: WayHandlesProps) {
  const drawing = useDesign((state) => state.drawing);
  const ends = [
    { end: "source", anchor: selected.target, at: points[0] },
    { end: "target", anchor: selected.source, at: points.at(-1) },
  ] as const;
  return (
    <EdgeLabelRenderer>
      {ends.map(({ end, anchor, at }) => {
        if (at === undefined || !canMoveEnd(drawing, selected, end)) return null;
        return (
          <span
            key={end}
            aria-hidden
            data-line-end={end}
            title={end === "target" ? "Drag to lead to another node" : "Drag to come from another node"}
            className="nodrag nopan pointer-events-auto absolute z-[120] grid size-5 cursor-grab place-items-center"
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.stopPropagation();
              event.preventDefault();
              onStart({ anchor, end, moved: selected }, event);
            }}
            onClick={(event) => event.stopPropagation()}
          >
            <span className="size-2.5 rounded-full border-2 border-focus bg-raised" />
          </span>
        );
      })}
    </EdgeLabelRenderer>
  );
}
