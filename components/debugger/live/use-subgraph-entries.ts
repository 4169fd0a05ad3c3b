"use client";

import { useEffect } from "react";
import { useLive, useLiveStore } from "./live-context";
import type { LiveStore } from "./live-store";
import { readPages } from "./read-pages";

function readInner(threadId: string, store: LiveStore, signal: AbortSignal): Promise<void> {
  const { takeNewestInner, addInner, setInnerComplete } = store.getState();
  const isJoinedAt = (oldest: string | undefined) => {
    const { isInnerComplete, inner } = store.getState();
    return isInnerComplete && inner.some((entry) => entry.checkpoint_id === oldest);
  };
  return readPages(
    threadId,
    { subgraphs: "true" },
    { known: () => store.getState().inner, isJoinedAt, takeNewest: takeNewestInner, add: addInner, setComplete: setInnerComplete },
    signal,
  );
}

/** Keeps the checkpoints of the thread's subgraphs in step with the server's rows, where the drawing has subgraphs to show them in. */
export function useSubgraphEntries(threadId: string | null, hasSubgraphs: boolean): void {
  const store = useLiveStore();
  const staleness = useLive((state) => state.staleness);

  useEffect(() => {
    if (threadId === null || !hasSubgraphs || staleness === 0) return;
    const abort = new AbortController();
    readInner(threadId, store, abort.signal).catch(() => {
      // Offline or gone: the connection says so, and its next `hello` reads again.
    });
    return () => abort.abort();
  }, [store, threadId, hasSubgraphs, staleness]);
}
