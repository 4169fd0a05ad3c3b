"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { getTimeline, listRuns } from "@/lib/client/api";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { useLive, useLiveStore } from "./live-context";

const PAGE = 2000;

/** Reads the timeline from its newest page backwards, handing on page after page, so that the newest is there first. */
async function readEntries(threadId: string, signal: AbortSignal, onPage: (entries: TimelineEntry[]) => void): Promise<TimelineEntry[]> {
  const all: TimelineEntry[] = [];
  let before: string | undefined;
  do {
    const page = await getTimeline(threadId, { limit: PAGE, ...(before === undefined ? {} : { before }) }, signal);
    all.push(...page.checkpoints);
    if (page.next_cursor !== null) onPage(page.checkpoints);
    before = page.next_cursor ?? undefined;
  } while (before !== undefined);
  return all;
}

/** Keeps the live store of a thread connected and in step with the server's rows. */
export function useLiveThread(threadId: string): void {
  const store = useLiveStore();
  const queryClient = useQueryClient();
  const staleness = useLive((state) => state.staleness);
  const workflowVersion = useLive((state) => state.workflowVersion);
  const firstWorkflow = useRef(true);

  useEffect(() => store.getState().connect(threadId), [store, threadId]);

  useEffect(() => {
    const abort = new AbortController();
    async function refresh() {
      const { takeEntries, takeRuns } = store.getState();
      const [entries, runs] = await Promise.all([
        readEntries(threadId, abort.signal, (page) => takeEntries(page, "merge")),
        listRuns(threadId, abort.signal),
      ]);
      takeRuns(runs);
      // A checkpoint may have arrived live while the pages were read.
      const newest = entries[0]?.checkpoint_id ?? "";
      const newer = store.getState().entries.filter((entry) => entry.checkpoint_id > newest);
      takeEntries([...entries, ...newer], "replace");
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
}
