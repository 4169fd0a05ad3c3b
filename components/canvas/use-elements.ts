import type { NodeChange } from "@xyflow/react";
import { useMemo, useState } from "react";
import { createEdgeDrawing, placeNodes, toCanvasNodes } from "./arrange";
import type { CanvasEdge, CanvasNode } from "./registry";
import { arrangementKey, type Positions } from "./saved-view";
import type { Arrangement } from "./use-layout";
import type { SavedViewState } from "./use-saved-view";

export type Elements = {
  nodes: CanvasNode[];
  edges: CanvasEdge[];
  /** A node was dragged away from where the layout put it. */
  isArranged: boolean;
  onNodesChange: (changes: NodeChange<CanvasNode>[]) => void;
  tidy: () => void;
};

const NOT_MOVED: Positions = {};

/** The nodes and lines of an arrangement, with what the person moved. */
export function useElements(arrangement: Arrangement | null, view: SavedViewState): Elements {
  const open = arrangement?.graph.nodes.flatMap(({ id, shape }) => (shape === "frame" ? [id] : [])) ?? [];
  const key = arrangementKey(arrangement?.direction ?? "LR", open);
  const positions = view.positions[key] ?? NOT_MOVED;
  const laidOut = useMemo(
    () => (arrangement === null ? [] : toCanvasNodes(arrangement.graph, arrangement.layout, arrangement.direction)),
    [arrangement],
  );
  const nodes = useMemo(() => placeNodes(laidOut, positions), [laidOut, positions]);
  const [drawEdges] = useState(createEdgeDrawing);
  const edges = useMemo(() => (arrangement === null ? [] : drawEdges(arrangement, positions)), [arrangement, positions, drawEdges]);
  return {
    nodes,
    edges,
    isArranged: laidOut.some(({ id }) => positions[id] !== undefined),
    onNodesChange: (changes) => {
      const moved = changes.flatMap((change) =>
        change.type === "position" && change.position !== undefined ? [[change.id, change.position] as const] : [],
      );
      if (moved.length > 0) view.move(key, Object.fromEntries(moved));
    },
    tidy: () => view.forget(key),
  };
}
