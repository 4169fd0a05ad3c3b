"use client";

import type { DragEvent } from "react";
import { parseEdgeKey } from "@/lib/graph/design-drawing";
import type { DesignCanvasHandle } from "../../canvas/design-canvas";
import { carriesKit, droppedKind } from "../palette/kit-drag";
import { useAddNode } from "../palette/use-add-node";
import type { CanvasEdits } from "./use-canvas-edits";

type DropProps = { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };

/** A kind of node that is dropped on the canvas becomes a node there; on a line, one that the line leads through. */
export function useKitDrop(canvas: () => DesignCanvasHandle | null, edits: CanvasEdits): DropProps {
  const { add, reason } = useAddNode();
  return {
    onDragOver: (event) => {
      if (reason !== null || !carriesKit(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDrop: (event) => {
      const kind = droppedKind(event.dataTransfer);
      if (kind === null) return;
      event.preventDefault();
      const point = canvas()?.toCanvas({ x: event.clientX, y: event.clientY });
      const at = point === undefined ? null : edits.cornerAt(point);
      const line = event.target instanceof Element ? event.target.closest("[data-line]")?.getAttribute("data-line") : null;
      const edge = line === null || line === undefined ? null : parseEdgeKey(line);
      void add(kind, { ...(at === null ? {} : { at }), ...(edge === null ? {} : { edge: { ...edge, label: null } }) });
    },
  };
}
