"use client";

import { useEffect } from "react";
import { getTimeline } from "@/lib/client/api";
import { useLive, useLiveStore } from "./live-context";
import type { LiveStore } from "./live-store";

const PAGE = 1000;

/** Reads the newest page again, and, until everything is known, the older ones too. */
async function readInner(threadId: string, store: LiveStore, signal: AbortSignal): Promise<void> {
  const newest = await getTimeline(threadId, { subgraphs: "true", limit: PAGE }, signal);
  const before = store.getState();
  const oldest = newest.checkpoints.at(-1)?.checkpoint_id;
  const isJoined = before.isInnerComplete && before.inner.some((entry) => entry.checkpoint_id === oldest);
  before.takeNewestInner(newest.checkpoints);
  if (isJoined) return;
  let cursor = newest.next_cursor;
  while (cursor !== null) {
    const page = await getTimeline(threadId, { subgraphs: "true", limit: PAGE, before: cursor }, signal);
    store.getState().addInner(page.checkpoints);
    cursor = page.next_cursor;
  }
  store.getState().setInnerComplete();
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
