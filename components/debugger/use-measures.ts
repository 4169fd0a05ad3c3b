import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { getMeasures } from "@/lib/client/api";
import type { NodeMeasure } from "@/lib/graph/overlay";
import { toNodePrefix } from "@/lib/graph/visits";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Measure } from "@/lib/schema/debug-api";
import { useResting } from "./use-resting";

/** As many as the server takes at once; of larger drawings the nodes that ran last are measured. */
const MOST_PLACES = 500;
/** Somebody who walks with the arrow keys passes many checkpoints: only where they rest is asked. */
const REST_MS = 200;

type Place = { checkpoint_id: string; checkpoint_ns: string };

/** The checkpoints from which each node of the path ran last, newest first. */
function placesOf(path: readonly TimelineEntry[]): Place[] {
  const seen = new Set<string>();
  const places = new Map<string, Place>();
  for (const { nodes, parent_checkpoint_id: from, checkpoint_ns } of path.toReversed()) {
    const fresh = nodes.filter((node) => !seen.has(`${checkpoint_ns} ${node}`));
    for (const node of fresh) seen.add(`${checkpoint_ns} ${node}`);
    if (fresh.length > 0 && from !== null) places.set(`${checkpoint_ns} ${from}`, { checkpoint_id: from, checkpoint_ns });
    if (places.size >= MOST_PLACES) break;
  }
  return [...places.values()];
}

function byNode(measures: readonly Measure[]): Record<string, NodeMeasure> {
  const found: Record<string, NodeMeasure> = {};
  for (const { checkpoint_ns, node, ms, attempts, cached } of measures) {
    const id = toNodePrefix(checkpoint_ns) + node;
    const other = found[id];
    found[id] =
      other === undefined
        ? { ms, attempts, cached }
        : {
            ms: ms === null ? other.ms : Math.max(ms, other.ms ?? 0),
            attempts: Math.max(attempts, other.attempts),
            cached: cached && other.cached,
          };
  }
  return found;
}

/** How long each node of the path took when it ran last, and in how many tries, as its runs measured it. */
export function useMeasures(threadId: string | null, path: readonly TimelineEntry[], enabled: boolean): Record<string, NodeMeasure> | undefined {
  const rested = useResting(path, REST_MS);
  const places = useMemo(() => (enabled ? placesOf(rested) : []), [rested, enabled]);
  const { data } = useQuery({
    queryKey: ["measures", threadId, places],
    queryFn: ({ signal }) => getMeasures(threadId ?? "", places, signal),
    enabled: threadId !== null && places.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return useMemo(() => (data === undefined || !enabled ? undefined : byNode(data.measures)), [data, enabled]);
}
