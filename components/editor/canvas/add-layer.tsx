"use client";

import { useEffect, useState, type RefObject } from "react";
import { CARD } from "@/lib/graph/layout-input";
import type { CanvasPoint } from "../../canvas/canvas-store";
import type { DesignCanvasHandle } from "../../canvas/design-canvas";
import type { AddNodeRequest } from "../editor-context";
import { AddNodeMenu } from "../palette/add-node-menu";

type AddLayerProps = { request: AddNodeRequest; canvas: () => DesignCanvasHandle | null; pane: RefObject<HTMLElement | null> };

/** Tells requests apart, so that each opens the search at its own place. */
export function requestKey(request: AddNodeRequest): string {
  return JSON.stringify(request);
}

/** The search for a node to add, where it was asked for; it lets go of the focus to where it was. */
export function AddLayer({ request, canvas, pane }: AddLayerProps) {
  const [at, setAt] = useState<CanvasPoint | null>(null);
  useEffect(() => {
    setAt(pointOf(request, canvas()) ?? middleOf(pane.current));
    // Each request is a component of its own.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return at === null ? null : <AddNodeMenu at={at} />;
}

/** What the search belongs to, on the page: the new card's place, the line's middle, or beside the node that leads there. */
function pointOf({ at, edge, from }: AddNodeRequest, canvas: DesignCanvasHandle | null): CanvasPoint | null {
  if (canvas === null) return null;
  if (at !== undefined) return canvas.toPage(at);
  if (edge !== undefined) {
    const boxes = [...canvas.boxes([edge.source, edge.target]).values()];
    if (boxes.length === 0) return null;
    const sum = boxes.reduce((all, { x, y, width, height }) => ({ x: all.x + x + width / 2, y: all.y + y + height / 2 }), { x: 0, y: 0 });
    return canvas.toPage({ x: sum.x / boxes.length, y: sum.y / boxes.length });
  }
  const box = from === undefined ? undefined : canvas.boxes([from]).get(from);
  return box === undefined ? null : canvas.toPage({ x: box.x + box.width + 24, y: box.y + Math.min(box.height, CARD.height) / 2 });
}

function middleOf(pane: HTMLElement | null): CanvasPoint {
  const box = pane?.getBoundingClientRect();
  return box === undefined ? { x: innerWidth / 2, y: innerHeight / 4 } : { x: box.left + box.width / 2 - 140, y: box.top + box.height / 5 };
}
