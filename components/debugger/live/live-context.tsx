"use client";

import { createContext, useContext, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { createLiveStore, type LiveActions, type LiveStore } from "./live-store";
import type { LiveState } from "./live-state";

const LiveContext = createContext<LiveStore | null>(null);

/**
 * Holds the live store of one thread, or of none. Another thread gets another store while everything below stays
 * mounted: the canvas keeps its place and the inspector its tab.
 */
export function LiveProvider({ threadId, initial, children }: { threadId: string | null; initial: Partial<LiveState>; children: ReactNode }) {
  const [held, setHeld] = useState(() => ({ threadId, store: createLiveStore(initial) }));
  let current = held;
  if (held.threadId !== threadId) {
    current = { threadId, store: createLiveStore(initial) };
    setHeld(current);
  }
  return <LiveContext value={current.store}>{children}</LiveContext>;
}

export function useLiveStore(): LiveStore {
  const store = useContext(LiveContext);
  if (!store) throw new Error("useLiveStore must be used inside LiveProvider");
  return store;
}

/** A narrow piece of the live state. */
export function useLive<T>(select: (state: LiveState & LiveActions) => T): T {
  return useStore(useLiveStore(), select);
}
