import type { Point, Size } from "@/lib/graph/layout-input";
import { isArranged, makeRoom, placeNodes } from "@/lib/graph/place-nodes";
import type { CanvasLayout } from "@/lib/schema/layout";
import type { Positions } from "../saved-view";
import type { Arrangement } from "../use-layout";

export type Placed = {
  /** Where nodes of the outermost level stand. */
  places: Positions;
  /** How far they are moved aside for opened frames. */
  aside: ReadonlyMap<string, Point>;
  /** Both together. */
  shown: Positions;
};

/** The end follows what leads to it, until somebody puts it somewhere. */
export function withoutEnd(places: Positions): Positions {
  return Object.fromEntries(Object.entries(places).filter(([id]) => id !== "__end__"));
}

/**
 * Decides where nodes stand. A new node that got a place keeps it for as long as it is there, wherever the person looks
 * meanwhile.
 */
export function createPlacing(): (arrangement: Arrangement, layout: CanvasLayout, free: () => Point | null) => Placed {
  let found: Positions = {};
  return ({ graph, layout: laidOut, direction }, layout, free) => {
    if (!isArranged(graph, layout.nodes)) found = {};
    const places = placeNodes({ graph, kept: { ...found, ...layout.nodes }, laidOut: laidOut.nodes, direction, free: free() });
    if (isArranged(graph, layout.nodes)) found = withoutEnd(places);
    const frames = new Map<string, Size>();
    for (const { id, parent, shape } of graph.nodes) {
      const box = shape === "frame" && parent === null ? laidOut.nodes[id] : undefined;
      if (box !== undefined) frames.set(id, box);
    }
    // As long as nobody put anything anywhere, the layout has left room for its frames.
    const aside = isArranged(graph, layout.nodes) ? makeRoom(places, frames) : new Map<string, Point>();
    const shown = Object.fromEntries(
      Object.entries(places).map(([id, { x, y }]) => {
        const by = aside.get(id);
        return [id, by === undefined ? { x, y } : { x: x + by.x, y: y + by.y }];
      }),
    );
    return { places, aside, shown };
  };
}
