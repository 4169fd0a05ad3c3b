"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { listRuns } from "@/lib/client/api";
import { useLive, useLiveStore } from "./live-context";
import type { LiveStore } from "./live-store";
import { readPages } from "./read-pages";

function readEntries(threadId: string, store: LiveStore, signal: AbortSignal): Promise<void> {
  const { takeNewest, addEntries, setComplete } = store.getState();
  const isJoinedAt = (oldest: string | undefined) => {
    const { isComplete, entries } = store.getState();
    return isComplete && entries.some((entry) => entry.checkpoint_id === oldest);
  };
  return readPages(threadId, {}, { known: () => store.getState().entries, isJoinedAt, takeNewest, add: addEntries, setComplete }, signal);
}

/** Keeps the live store of a thread connected and in step with the server's rows. */
export function useLiveThread(threadId: string): void {
  const store = useLiveStore();
  const queryClient = useQueryClient();
  const staleness = useLive((state) => state.staleness);
  const workflowVersion = useLive((state) => state.workflowVersion);
  const breakpointsVersion = useLive((state) => state.breakpointsVersion);
  const marksVersion = useLive((state) => state.marksVersion);
  const firstWorkflow = useRef(true);

  useEffect(() => store.getState().connect(threadId), [store, threadId]);

  useEffect(() => {
    // What came with the page is enough until the connection's `hello`, which makes it stale.
    if (staleness === 0) return;
    const abort = new AbortController();
    async function refresh() {
      const [runs] = await Promise.all([listRuns(threadId, abort.signal), readEntries(threadId, store, abort.signal)]);
      store.getState().takeRuns(runs);
    }
    refresh().catch(() => {
      // Offline or gone: the connection says so, and its next `hello` reads again.
    });
    void queryClient.invalidateQueries({ queryKey: ["interrupts", threadId] });
    void queryClient.invalidateQueries({ queryKey: ["checkpoint", threadId] });
    void queryClient.invalidateQueries({ queryKey: ["threads"] });
    return () => abort.abort();
  }, [store, queryClient, threadId, staleness]);

  useEffect(() => {
    if (firstWorkflow.current) {
      firstWorkflow.current = false;
      return;
    }
    void queryClient.invalidateQueries({ queryKey: ["workflows"] });
    void queryClient.invalidateQueries({ queryKey: ["workflow"] });
  }, [queryClient, workflowVersion]);

  useEffect(() => {
    if (breakpointsVersion > 0) void queryClient.invalidateQueries({ queryKey: ["breakpoints"] });
  }, [queryClient, breakpointsVersion]);

  useEffect(() => {
    if (marksVersion > 0) void queryClient.invalidateQueries({ queryKey: ["marks", threadId] });
  }, [queryClient, threadId, marksVersion]);
}
