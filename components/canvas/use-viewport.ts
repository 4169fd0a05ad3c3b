import { useReactFlow, type OnMove, type OnMoveStart } from "@xyflow/react";
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type RefObject } from "react";
import type { Box, Point, Size } from "@/lib/graph/layout-input";
import type { CanvasOverlay } from "@/lib/graph/overlay";
import { toAbsolute, toBounds, type PlacedNode } from "./arrange";
import type { Arrangement } from "./use-layout";
import { FAR_ZOOM, MIDDLE_ZOOM, fitAll, fitReadable, isInView } from "./viewport";

type ViewportInput = {
  arrangement: Arrangement | null;
  workflowKey: string;
  nodes: readonly PlacedNode[];
  pane: RefObject<HTMLDivElement | null>;
  getPane: () => Size;
  selectedNodeId: string | null;
  overlay: CanvasOverlay | null;
};

export type ViewportControls = {
  /** The first arrangement has been brought into view. */
  isPlaced: boolean;
  fit: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  /** Keeps a node where it is on the screen when the next arrangement arrives. */
  hold: (id: string) => void;
  /** Brings a node into view, unless it is seen whole. */
  bringIntoView: (id: string) => void;
  onMove: OnMove;
  onMoveStart: OnMoveStart;
  onFocus: (event: FocusEvent) => void;
};

/** The node where the workflow stands: what runs, waits, failed or is due. */
function findCurrent(overlay: CanvasOverlay | null): string | null {
  const current = Object.entries(overlay?.nodes ?? {}).filter(([, { status }]) => status !== "idle" && status !== "done");
  return current[0]?.[0] ?? null;
}

/**
 * Decides what part of the drawing is seen: all of it at first and after a change of structure, until the person moves
 * it. Of a drawing that is too large for that, the part where the workflow stands.
 */
export function useViewport({ arrangement, workflowKey, nodes, pane, getPane, selectedNodeId, overlay }: ViewportInput): ViewportControls {
  const flow = useReactFlow();
  const [isPlaced, setPlaced] = useState(false);
  const placed = useRef<string | null>(null);
  const isMovedByHand = useRef(false);
  const held = useRef<{ id: string; at: Point } | null>(null);
  const boxOf = (id: string): Box | null => toAbsolute(nodes, id);
  const currentId = findCurrent(overlay);
  const currentBox = (): Box | null => (currentId === null ? null : boxOf(currentId));

  const place = useEffectEvent(() => {
    const size = getPane();
    if (arrangement === null || nodes.length === 0 || size.width === 0 || size.height === 0) return;
    const occasion = `${workflowKey} ${arrangement.direction}`;
    const isNew = placed.current !== occasion;
    const anchor = held.current === null ? null : { ...held.current, box: boxOf(held.current.id) };
    held.current = null;
    if (isNew) isMovedByHand.current = false;
    if (!isNew && isMovedByHand.current) {
      if (anchor?.box === null || anchor === null) return;
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({ x: x + (anchor.at.x - anchor.box.x) * zoom, y: y + (anchor.at.y - anchor.box.y) * zoom, zoom });
      return;
    }
    void flow.setViewport(fitReadable(toBounds(nodes), size, currentBox()), { duration: placed.current === null ? 0 : glideMs() });
    placed.current = occasion;
    setPlaced(true);
  });
  useEffect(() => place(), [arrangement?.key, arrangement?.direction, workflowKey]);

  const follow = useEffectEvent(() => {
    if (!isMovedByHand.current) place();
  });
  useEffect(() => {
    if (pane.current === null) return;
    const observer = new ResizeObserver(() => follow());
    observer.observe(pane.current);
    return () => observer.disconnect();
  }, [pane]);

  const followCurrent = useEffectEvent(() => {
    const box = currentBox();
    if (box === null || isMovedByHand.current || isInView(box, flow.getViewport(), getPane())) return;
    void flow.setViewport(fitReadable(toBounds(nodes), getPane(), box), { duration: glideMs() });
  });
  useEffect(() => {
    if (isPlaced) followCurrent();
  }, [isPlaced, currentId]);

  const bringIntoView = (id: string): void => {
    const box = boxOf(id);
    if (box === null || isInView(box, flow.getViewport(), getPane())) return;
    isMovedByHand.current = true;
    const { zoom } = flow.getViewport();
    void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: Math.max(zoom, FAR_ZOOM), duration: glideMs() });
  };
  const reveal = useEffectEvent(bringIntoView);
  useEffect(() => {
    if (isPlaced && selectedNodeId !== null) reveal(selectedNodeId);
  }, [isPlaced, selectedNodeId]);

  return {
    isPlaced,
    fit: () => {
      isMovedByHand.current = false;
      void flow.setViewport(fitAll(toBounds(nodes), getPane()), { duration: glideMs() });
    },
    zoomIn: () => {
      isMovedByHand.current = true;
      void flow.zoomIn({ duration: glideMs() });
    },
    zoomOut: () => {
      isMovedByHand.current = true;
      void flow.zoomOut({ duration: glideMs() });
    },
    hold: (id) => {
      const box = boxOf(id);
      held.current = box === null ? null : { id, at: { x: box.x, y: box.y } };
    },
    bringIntoView,
    onMove: (_, { zoom }) => {
      pane.current?.toggleAttribute("data-far", zoom < FAR_ZOOM);
      pane.current?.toggleAttribute("data-middle", zoom >= FAR_ZOOM && zoom < MIDDLE_ZOOM);
    },
    onMoveStart: (event) => {
      // Without an event it was moved by this program.
      if (event !== null) isMovedByHand.current = true;
    },
    onFocus: (event) => {
      const id = event.target.closest(".react-flow__node")?.getAttribute("data-id");
      if (typeof id === "string" && event.target.matches(":focus-visible")) bringIntoView(id);
    },
  };
}

function glideMs(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200;
}
