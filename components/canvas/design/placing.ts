import type { Point, Size } from "@/lib/graph/layout-input";
import { isArranged, makeRoom, placeNodes, roomTaken } from "@/lib/graph/place-nodes";
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
    // As long as nobody put anything anywhere, the layout has left room for its frames: what is kept of it stands without.
    if (!isArranged(graph, layout.nodes)) {
      const taken = roomTaken(places, frames);
      return { places: shifted(places, taken, -1), aside: taken, shown: places };
    }
    const aside = makeRoom(places, frames);
    return { places, aside, shown: shifted(places, aside, 1) };
  };
}

function shifted(places: Positions, by: ReadonlyMap<string, Point>, sign: 1 | -1): Positions {
  return Object.fromEntries(
    Object.entries(places).map(([id, place]) => {
      const offset = by.get(id);
      return [id, offset === undefined ? place : { x: place.x + sign * offset.x, y: place.y + sign * offset.y }];
    }),
  );
}
