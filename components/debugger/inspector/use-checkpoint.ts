import { skipToken, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { getCheckpoint, getDiff } from "@/lib/client/api";
import { diffValues } from "@/lib/graph/diff";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { CheckpointDiff, CheckpointView, TimelineEntry } from "@/lib/schema/checkpoint";

/** A checkpoint's values never change, but its tasks do until a run has gone on from it. */
function checkpointQuery(threadId: string, entry: TimelineEntry, settled: boolean) {
  const { checkpoint_id: id, checkpoint_ns: namespace } = entry;
  const tasks = settled ? "settled" : `${entry.has_error ? "error" : ""}${entry.has_interrupt ? "interrupt" : ""}`;
  return {
    queryKey: ["checkpoint", threadId, namespace, id, tasks],
    queryFn: ({ signal }: { signal: AbortSignal }) => getCheckpoint(threadId, id, namespace, signal),
    staleTime: settled ? Infinity : 2000,
  };
}

/** The checkpoint with its values and tasks. Keeps the one shown before until it is there. */
export function useCheckpoint(threadId: string, entry: TimelineEntry | null, tree: CheckpointTree): UseQueryResult<CheckpointView> {
  const settled = entry !== null && tree.children.has(entry.checkpoint_id);
  const query = entry === null ? null : checkpointQuery(threadId, entry, settled);
  return useQuery<CheckpointView>({
    queryKey: query?.queryKey ?? ["checkpoint", threadId, "none"],
    queryFn: query?.queryFn ?? skipToken,
    staleTime: query?.staleTime ?? Infinity,
    placeholderData: (previous) => (previous?.thread_id === threadId ? previous : undefined),
    retry: false,
  });
}

/** Loads the neighbours of the selected checkpoint, so that walking with the arrow keys shows them at once. */
export function usePrefetchNeighbours(threadId: string, entry: TimelineEntry | null, tree: CheckpointTree): void {
  const client = useQueryClient();
  useEffect(() => {
    if (entry === null) return;
    // A held arrow key passes many checkpoints: only where it rests for a moment is anything loaded ahead.
    const timer = setTimeout(() => prefetchNeighbours(client, threadId, entry, tree), 120);
    return () => clearTimeout(timer);
  }, [client, threadId, entry, tree]);
}

/** States of this size and more are not loaded ahead. */
const MAX_AHEAD_BYTES = 2_000_000;

function prefetchNeighbours(client: QueryClient, threadId: string, entry: TimelineEntry, tree: CheckpointTree): void {
  const parent = tree.parents.get(entry.checkpoint_id) ?? null;
  const ids = [...(parent === null ? [] : [parent]), ...(tree.children.get(entry.checkpoint_id) ?? []).slice(0, 3)];
  for (const id of ids) {
    const neighbour = tree.byId.get(id);
    if (neighbour === undefined || neighbour.bytes > MAX_AHEAD_BYTES) continue;
    void client.prefetchQuery({ ...checkpointQuery(threadId, neighbour, tree.children.has(id)), retry: false });
  }
}

/**
 * What differs between two checkpoints of a namespace. Against nothing (`from` null, the first checkpoint) every value counts as
 * added; `view` gives the values for that.
 */
export function useDiff(
  threadId: string,
  from: string | null,
  { checkpoint_id: to, checkpoint_ns: namespace }: Pick<TimelineEntry, "checkpoint_id" | "checkpoint_ns">,
  view: CheckpointView | undefined,
): UseQueryResult<CheckpointDiff> {
  const first = from === null;
  return useQuery({
    queryKey: ["diff", threadId, from ?? "nothing", to, first ? view?.checkpoint_id === to : true] as const,
    queryFn: ({ signal }) => (from === null ? diffFromNothing(to, view) : getDiff(threadId, from, to, namespace, signal)),
    enabled: !first || view?.checkpoint_id === to,
    placeholderData: (previous: CheckpointDiff | undefined, query) => (query?.queryKey[1] === threadId ? previous : undefined),
    staleTime: Infinity,
    retry: false,
  });
}

function diffFromNothing(to: string, view: CheckpointView | undefined): CheckpointDiff {
  const { changes, unchanged } = diffValues({}, view?.values ?? {});
  return { from: to, to, common_ancestor: null, channels: changes.map((change) => ({ ...change, writers: [] })), unchanged };
}
