import { createContext, useContext } from "react";
import { createStore, useStore, type StoreApi } from "zustand";
import type { NodeMarks, When } from "@/lib/graph/breakpoint-marks";
import type { CanvasOverlay } from "@/lib/graph/overlay";

/** A place in the window, in CSS pixels. */
export type CanvasPoint = { x: number; y: number };

/** What cards and lines read besides their place, so that a change of status renders only those that it concerns. */
export type CanvasState = {
  overlay: CanvasOverlay | null;
  selectedNodeId: string | null;
  /** Breakpoints by node. */
  marks: Readonly<Record<string, NodeMarks>>;
  /** Where the newest run was stopped for the person who debugs it. */
  stops: Readonly<Record<string, When>>;
  /** Breakpoints can be set here. */
  canBreak: boolean;
  /** Read when something happens, never selected: they are new functions in every render. */
  handlers: {
    onSelectNode: (id: string | null) => void;
    onOpenNode: (id: string) => void;
    onToggleFrame: (id: string) => void;
    onToggleBreakpoint: (id: string, when: When) => void;
    onNodeMenu: (id: string, at: CanvasPoint) => void;
    /** Shows the instances of a node that runs several times at once. */
    onShowInstances: (id: string, at: CanvasPoint) => void;
  };
};

/** What the canvas itself knows besides what it is given. */
type PointerState = { hoveredNodeId: string | null };

export type CanvasStore = StoreApi<CanvasState & PointerState>;

/** One store per mounted canvas. */
export function createCanvasStore(initial: CanvasState): CanvasStore {
  return createStore<CanvasState & PointerState>(() => ({ ...initial, hoveredNodeId: null }));
}

export const CanvasStoreContext = createContext<CanvasStore | null>(null);

export function useCanvasStore(): CanvasStore {
  const store = useContext(CanvasStoreContext);
  if (store === null) throw new Error("This component belongs inside a GraphCanvas.");
  return store;
}

export function useCanvas<T>(select: (state: CanvasState & PointerState) => T): T {
  return useStore(useCanvasStore(), select);
}
