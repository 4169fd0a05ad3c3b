"use client";

import { createContext, useContext, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { createLiveStore, type LiveActions, type LiveStore } from "./live-store";
import type { LiveState } from "./live-state";

const LiveContext = createContext<LiveStore | null>(null);

/** Holds the live store of one thread (or of none); mount it with the thread's id as `key`. */
export function LiveProvider({ initial, children }: { initial: Partial<LiveState>; children: ReactNode }) {
  const [store] = useState(() => createLiveStore(initial));
  return <LiveContext value={store}>{children}</LiveContext>;
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
