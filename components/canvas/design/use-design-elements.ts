import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { Box, Point, Size, VisibleGraph } from "@/lib/graph/layout-input";
import { directionOf, isArranged } from "@/lib/graph/place-nodes";
import type { DesignCanvasProps } from "../design-canvas";
import { useLayout } from "../use-layout";
import { createNodeDrawing, createWayDrawing, withNewNodes } from "./design-elements";
import type { DesignNode } from "./design-registry";
import { createLiveMove } from "./live-move";
import { createPlacing, withoutEnd, type Placed } from "./placing";
import { useMoves } from "./use-moves";
import type { WayEdgeType } from "./way-edge";

const NOT_PLACED: Placed = { places: {}, aside: new Map(), shown: {} };
/** Longer than the transition in the style sheet. */
const GLIDE_MS = 320;

type ElementsInput = Pick<DesignCanvasProps, "drawing" | "layout" | "storageKey" | "onArrange" | "shownNodes"> & {
  graph: VisibleGraph;
  canEdit: boolean;
  pane: RefObject<HTMLDivElement | null>;
  getPane: () => Size;
  selected: ReadonlySet<string>;
};

/** The drawing's elements with what is being moved, where they stand, and where they are to be asked for. */
export function useDesignElements(input: ElementsInput) {
  const { drawing, layout, storageKey, onArrange, shownNodes: shownNodesRef, graph, canEdit, pane, getPane, selected } = input;
  const flow = useReactFlow();
  const isHeld = isArranged(graph, layout.nodes);
  const direction = layout.direction ?? (isHeld ? directionOf(graph, layout.nodes) : null);
  const { arrangement: laidOut, error } = useLayout(graph, direction, storageKey, getPane, isHeld);
  const [place] = useState(createPlacing);
  const [drawNodes] = useState(createNodeDrawing);
  const [drawWays] = useState(createWayDrawing);

  const center = (): Point => {
    const { width, height } = getPane();
    const { x, y, zoom } = flow.getViewport();
    return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
  };
  // Where a person looks says only where a new node goes: it is no reason to place anything anew.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const placed = useMemo(() => (laidOut === null ? NOT_PLACED : place(laidOut, layout, center)), [laidOut, layout, place]);
  const arrangement = useMemo(
    () => (laidOut === null ? null : { ...laidOut, layout: withNewNodes(laidOut.graph, laidOut.layout, placed.places) }),
    [laidOut, placed],
  );
  useEffect(() => {
    // The ends alone are nothing to keep: they stand around the nodes that come.
    shownNodesRef.current = drawing.nodes.size === 0 ? {} : withoutEnd(placed.places);
  }, [shownNodesRef, placed, drawing]);

  const drawn = useRef<readonly DesignNode[]>([]);
  const flowStore = useStoreApi();
  const [live] = useState(() =>
    createLiveMove(
      () => pane.current,
      () => flowStore.getState().transform[2],
    ),
  );
  useEffect(() => flowStore.subscribe(live.refresh), [flowStore, live]);
  const moves = useMoves({ nodes: () => drawn.current, live, layout, placed, direction: laidOut?.direction ?? "LR", onArrange });
  const { positions, sizes } = moves.move;
  const shown = useMemo(() => ({ ...placed.shown, ...positions }), [placed, positions]);
  const nodes = useMemo(
    () => (arrangement === null ? [] : drawNodes({ arrangement, drawing, layout, shown, sizes, selected, canEdit })),
    [arrangement, drawing, layout, shown, sizes, selected, canEdit, drawNodes],
  );
  const edges = useMemo(() => (arrangement === null ? [] : drawWays(arrangement, drawing, shown)), [arrangement, drawing, shown, drawWays]);
  useEffect(() => {
    drawn.current = nodes;
    if (arrangement !== null) live.stage({ arrangement, nodes, layout, shown });
  }, [live, arrangement, nodes, layout, shown]);
  const ways = useMemo(() => edges.filter((edge): edge is WayEdgeType => edge.type === "way"), [edges]);
  const [isGliding, setGliding] = useState(false);

  const boxOf = (id: string): Box | null => {
    const node = drawn.current.find((other) => other.id === id && other.parentId === undefined);
    return node === undefined ? null : { ...node.position, width: node.width ?? 0, height: node.height ?? 0 };
  };
  return {
    arrangement,
    error,
    nodes,
    edges,
    ways,
    live,
    moves,
    center,
    boxOf,
    middleOf: (id: string): Point | null => {
      const box = boxOf(id);
      return box === null ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    isGliding,
    /** Lets nodes glide to where the next layout has them. */
    glide: () => {
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      setGliding(true);
      setTimeout(() => setGliding(false), GLIDE_MS);
    },
  };
}

export type DesignElements = ReturnType<typeof useDesignElements>;
