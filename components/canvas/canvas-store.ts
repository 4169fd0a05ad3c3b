import { createContext, useContext } from "react";
import { createStore, useStore, type StoreApi } from "zustand";
import { useShallow } from "zustand/react/shallow";
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
};

export type CanvasHandlers = {
  onSelectNode: (id: string | null) => void;
  onOpenNode: (id: string) => void;
  onToggleFrame: (id: string) => void;
  onToggleBreakpoint: (id: string, when: When) => void;
  onNodeMenu: (id: string, at: CanvasPoint) => void;
  /** Shows the instances of a node that runs several times at once. */
  onShowInstances: (id: string, at: CanvasPoint) => void;
};

/** What the canvas itself knows besides what it is given. */
type PointerState = { hoveredNodeId: string | null };

type CanvasStateNow = CanvasState & PointerState;

/** `handlers` are no state: they are read when something happens, and are others after every render. */
export type CanvasStore = StoreApi<CanvasStateNow> & { handlers: CanvasHandlers };

/** One store per mounted canvas. */
export function createCanvasStore(initial: CanvasState, handlers: CanvasHandlers): CanvasStore {
  const store = createStore<CanvasStateNow>(() => ({ ...initial, hoveredNodeId: null }));
  return Object.assign(store, { handlers });
}

/** What one node shows besides what a run made of it. */
export type NodeMoment = { isSelected: boolean; marks: NodeMarks | undefined; stop: When | undefined; isOffered: boolean };

export function useNodeMoment(id: string): NodeMoment {
  return useCanvas(
    useShallow(({ selectedNodeId, hoveredNodeId, marks, stops, canBreak }) => {
      const isSelected = selectedNodeId === id;
      return { isSelected, marks: marks[id], stop: stops[id], isOffered: canBreak && (isSelected || hoveredNodeId === id) };
    }),
  );
}

export const CanvasStoreContext = createContext<CanvasStore | null>(null);

export function useCanvasStore(): CanvasStore {
  const store = useContext(CanvasStoreContext);
  if (store === null) throw new Error("This component belongs inside a GraphCanvas.");
  return store;
}

export function useCanvas<T>(select: (state: CanvasStateNow) => T): T {
  return useStore(useCanvasStore(), select);
}
