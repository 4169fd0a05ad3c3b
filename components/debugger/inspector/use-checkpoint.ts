import { skipToken, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { getCheckpoint, getDiff } from "@/lib/client/api";
import { diffValues } from "@/lib/graph/diff";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { CheckpointDiff, CheckpointView, TimelineEntry } from "@/lib/schema/checkpoint";

/** States that are not looked at any more are kept for a while, large ones only for a moment: walking meets hundreds. */
const LARGE_BYTES = 250_000;
const LARGE_KEPT_MS = 5000;
const KEPT_MS = 120_000;

/** A checkpoint's values never change, but its tasks do until a run has gone on from it. */
function checkpointQuery(threadId: string, entry: TimelineEntry, settled: boolean) {
  const { checkpoint_id: id, checkpoint_ns: namespace } = entry;
  const tasks = settled ? "settled" : `${entry.has_error ? "error" : ""}${entry.has_interrupt ? "interrupt" : ""}`;
  return {
    queryKey: ["checkpoint", threadId, namespace, id, tasks],
    queryFn: ({ signal }: { signal: AbortSignal }) => getCheckpoint(threadId, id, namespace, signal),
    staleTime: settled ? Infinity : 2000,
    gcTime: entry.bytes > LARGE_BYTES ? LARGE_KEPT_MS : KEPT_MS,
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
    gcTime: query?.gcTime ?? KEPT_MS,
    placeholderData: (previous) => (previous?.thread_id === threadId ? previous : undefined),
    retry: false,
  });
}

/** Where one rests, the neighbours are loaded after this time. */
const REST_MS = 120;
/** Checkpoints that are loaded ahead of somebody who walks. */
const AHEAD = 3;
/** States of this size and more are not loaded ahead. */
const MAX_AHEAD_BYTES = 2_000_000;

/**
 * Loads what comes next in the direction in which somebody walks, and the neighbours of a checkpoint that one rests on, so
 * that the arrow keys show it at once.
 */
export function usePrefetchNeighbours(threadId: string, entry: TimelineEntry | null, tree: CheckpointTree): void {
  const client = useQueryClient();
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (entry === null) return;
    const came = directionOf(tree, before.current, entry.checkpoint_id);
    before.current = entry.checkpoint_id;
    const load = () => prefetch(client, threadId, entry, tree, came);
    // A held key passes faster than states can be loaded: further ones are only asked for where this one is there already.
    const query = checkpointQuery(threadId, entry, tree.children.has(entry.checkpoint_id));
    if (came !== null && client.getQueryData(query.queryKey) !== undefined) {
      load();
      return;
    }
    const timer = setTimeout(load, REST_MS);
    return () => clearTimeout(timer);
  }, [client, threadId, entry, tree]);
}

type Direction = "previous" | "next";

function directionOf(tree: CheckpointTree, from: string | null, to: string): Direction | null {
  if (from === null) return null;
  if (tree.parents.get(to) === from) return "next";
  return tree.parents.get(from) === to ? "previous" : null;
}

/** The checkpoints that a walk from here comes to, nearest first. */
export function aheadOf(tree: CheckpointTree, id: string, direction: Direction): string[] {
  const ahead: string[] = [];
  if (direction === "previous") {
    for (let at = tree.parents.get(id) ?? null; at !== null && ahead.length < AHEAD; at = tree.parents.get(at) ?? null) ahead.push(at);
    return ahead;
  }
  let front = tree.children.get(id) ?? [];
  while (front.length > 0 && ahead.length < AHEAD) {
    ahead.push(...front.slice(0, AHEAD - ahead.length));
    front = front.flatMap((child) => tree.children.get(child) ?? []);
  }
  return ahead;
}

function prefetch(client: QueryClient, threadId: string, entry: TimelineEntry, tree: CheckpointTree, came: Direction | null): void {
  const id = entry.checkpoint_id;
  const next = aheadOf(tree, id, "next");
  const previous = aheadOf(tree, id, "previous");
  const ids =
    came === "next"
      ? [...next, ...previous.slice(0, 1)]
      : came === "previous"
        ? [...previous, ...next.slice(0, 1)]
        : [...previous.slice(0, 1), ...next.slice(0, 2)];
  for (const neighbourId of ids) {
    const neighbour = tree.byId.get(neighbourId);
    if (neighbour === undefined || neighbour.bytes > MAX_AHEAD_BYTES) continue;
    void client.prefetchQuery({ ...checkpointQuery(threadId, neighbour, tree.children.has(neighbourId)), retry: false });
  }
  const [first] = came === "previous" ? previous : next;
  const parent = first === undefined ? null : (tree.parents.get(first) ?? null);
  if (first !== undefined && parent !== null) void client.prefetchQuery(diffQuery(threadId, parent, first, entry.checkpoint_ns, "items"));
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
  /** `items`: lists that changed come with the items that differ alone. */
  lists: "whole" | "items" = "items",
): UseQueryResult<CheckpointDiff> {
  const first = from === null;
  const base = first
    ? { queryKey: ["diff", threadId, "nothing", to, view?.checkpoint_id === to], queryFn: () => diffFromNothing(to, view) }
    : diffQuery(threadId, from, to, namespace, lists);
  return useQuery<CheckpointDiff>({
    ...base,
    enabled: !first || view?.checkpoint_id === to,
    placeholderData: (previous: CheckpointDiff | undefined, query) => (query?.queryKey[1] === threadId ? previous : undefined),
    staleTime: Infinity,
    retry: false,
  });
}

function diffQuery(threadId: string, from: string, to: string, namespace: string, lists: "whole" | "items") {
  return {
    queryKey: ["diff", threadId, from, to, lists],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      getDiff(threadId, { from, to, checkpoint_ns: namespace, ...(lists === "items" ? { items_only: "true" as const } : {}) }, signal),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
  };
}

function diffFromNothing(to: string, view: CheckpointView | undefined): CheckpointDiff {
  const { changes, unchanged } = diffValues({}, view?.values ?? {});
  return { from: to, to, common_ancestor: null, channels: changes.map((change) => ({ ...change, writers: [] })), unchanged };
}
