import { createContext, useContext } from "react";
import { createStore, useStore, type StoreApi } from "zustand";
import type { CanvasOverlay } from "@/lib/graph/overlay";

/** What cards and lines read besides their place, so that a change of status renders only those that it concerns. */
export type CanvasState = {
  overlay: CanvasOverlay | null;
  selectedNodeId: string | null;
  /** Read when something happens, never selected: they are new functions in every render. */
  handlers: {
    onSelectNode: (id: string | null) => void;
    onOpenNode: (id: string) => void;
    onToggleFrame: (id: string) => void;
  };
};

export type CanvasStore = StoreApi<CanvasState>;

/** One store per mounted canvas. */
export function createCanvasStore(initial: CanvasState): CanvasStore {
  return createStore<CanvasState>(() => initial);
}

export const CanvasStoreContext = createContext<CanvasStore | null>(null);

export function useCanvasStore(): CanvasStore {
  const store = useContext(CanvasStoreContext);
  if (store === null) throw new Error("This component belongs inside a GraphCanvas.");
  return store;
}

export function useCanvas<T>(select: (state: CanvasState) => T): T {
  return useStore(useCanvasStore(), select);
}
