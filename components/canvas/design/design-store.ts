import { createContext, useContext } from "react";
import { createStore, useStore, type StoreApi } from "zustand";
import type { DesignDrawing } from "@/lib/graph/design-drawing";
import type { Direction, Point } from "@/lib/graph/layout-input";
import type { CanvasBadge, CanvasEdgeRef, DesignIntents } from "../design-canvas";

/** A line that is being drawn: from a node to wherever the hand is, or an end of an edge that is moved. */
export type Wire = {
  /** The node that stays. */
  anchor: string;
  /** Which end of the line is moved. */
  end: "source" | "target";
  /** The edge whose end is moved; null for a new line. */
  moved: CanvasEdgeRef | null;
  /** In canvas units. */
  at: Point;
  /** The node that it would end at. */
  over: string | null;
  valid: ReadonlySet<string>;
  /** The target is chosen with the keyboard. */
  isByKeys: boolean;
};

/** What is being typed into on the canvas. */
export type Editing = { kind: "node" | "group" | "note"; id: string } | { kind: "branch"; edge: CanvasEdgeRef };

export type DesignState = {
  drawing: DesignDrawing;
  direction: Direction;
  canEdit: boolean;
  nodeBadges: ReadonlyMap<string, CanvasBadge>;
  edgeBadges: ReadonlyMap<string, CanvasBadge>;
  pinned: ReadonlySet<string>;
  selectedEdge: CanvasEdgeRef | null;
  /** By line id. */
  hoveredEdge: string | null;
  /** A line that has the focus, by id. */
  focusedEdge: string | null;
  wire: Wire | null;
  editing: Editing | null;
};

export type DesignHandlers = Pick<
  DesignIntents,
  "onSelect" | "onConnect" | "onRetarget" | "onInsert" | "onAdd" | "onRename" | "onRenameBranch" | "onMenu" | "onShowProblems" | "onArrange"
> & {
  onToggleFrame: (id: string) => void;
  /** Begins to draw a line with the pointer. */
  onStartWire: (wire: Pick<Wire, "anchor" | "end" | "moved">, event: { clientX: number; clientY: number }) => void;
  onHoverEdge: (id: string | null) => void;
};

/** `handlers` are no state: they are read when something happens, and are others after every render. */
export type DesignStore = StoreApi<DesignState> & { handlers: DesignHandlers };

/** One store per mounted canvas. */
export function createDesignStore(initial: DesignState, handlers: DesignHandlers): DesignStore {
  return Object.assign(
    createStore<DesignState>(() => initial),
    { handlers },
  );
}

export const DesignStoreContext = createContext<DesignStore | null>(null);

export function useDesignStore(): DesignStore {
  const store = useContext(DesignStoreContext);
  if (store === null) throw new Error("This component belongs inside a DesignCanvas.");
  return store;
}

export function useDesign<T>(select: (state: DesignState) => T): T {
  return useStore(useDesignStore(), select);
}

/** How a node takes part in the line that is being drawn. */
export function useWireRole(id: string): "anchor" | "valid" | "over" | "refused" | null {
  return useDesign(({ wire }) => {
    if (wire === null) return null;
    if (wire.over === id) return "over";
    if (wire.anchor === id) return "anchor";
    return wire.valid.has(id) ? "valid" : "refused";
  });
}
