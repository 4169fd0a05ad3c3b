"use client";

import { useQuery } from "@tanstack/react-query";
import { getCheckpoint, getTimeline, listRuns } from "@/lib/client/api";
import { buildTree, pathTo } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";

/** The state that the request was asked in. A waiting task's checkpoint may still change what it says of its tasks. */
export function useAskedAt(threadId: string, checkpointId: string) {
  return useQuery({
    queryKey: ["checkpoint", threadId, "", checkpointId, "inbox"],
    queryFn: ({ signal }) => getCheckpoint(threadId, checkpointId, "", signal),
    staleTime: 30_000,
    retry: false,
  });
}

const PAGE = 2000;
/** Further back than so many checkpoints nothing is looked for. */
const MOST = 20_000;

async function readPath(threadId: string, checkpointId: string, signal: AbortSignal): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  let before: string | null | undefined;
  do {
    const page = await getTimeline(threadId, { limit: PAGE, ...(before ? { before } : {}) }, signal);
    entries.push(...page.checkpoints);
    before = page.next_cursor;
    // Its ancestors are older: one page more is enough for a drawing of where it came from.
    if (before === null || entries.some((entry) => entry.checkpoint_id === checkpointId)) break;
  } while (entries.length < MOST);
  const tree = buildTree(entries.reverse());
  return tree.byId.has(checkpointId) ? pathTo(tree, checkpointId) : [];
}

/** The checkpoints on the way to the request, oldest first; empty where they cannot be found any more. */
export function usePathTo(threadId: string, checkpointId: string) {
  return useQuery({
    queryKey: ["inbox-path", threadId, checkpointId],
    queryFn: ({ signal }) => readPath(threadId, checkpointId, signal),
    staleTime: Infinity,
    retry: false,
  });
}

export function useRuns(threadId: string) {
  return useQuery({ queryKey: ["inbox-runs", threadId], queryFn: ({ signal }) => listRuns(threadId, signal), staleTime: 10_000, retry: false });
}
