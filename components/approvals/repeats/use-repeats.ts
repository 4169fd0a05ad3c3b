import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { getSpan } from "@/lib/client/api";
import { listRepeats } from "@/lib/client/inbox-api";
import type { Effect, Repeat, Repeats, RepeatsQuery } from "@/lib/schema/effect";
import type { SpanDetail } from "@/lib/schema/span";

/** Runs of any thread may add to the list. */
const REFRESH_MS = 10_000;

/** Side effects that were executed more than once, kept fresh. With another `version` they are read at once. */
export function useRepeats(query: RepeatsQuery, options: { enabled?: boolean; version?: string } = {}): UseQueryResult<Repeats> {
  const { enabled = true, version = "" } = options;
  return useQuery({
    queryKey: ["repeats", query, version],
    queryFn: ({ signal }) => listRepeats(query, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
}

/** What went into an execution and came out of it. */
export function useExecution({ run_id, span_id, status }: Effect): UseQueryResult<SpanDetail> {
  return useQuery({
    queryKey: ["span", run_id, span_id, status],
    queryFn: ({ signal }) => getSpan(run_id, span_id, signal),
    staleTime: Infinity,
    retry: false,
  });
}

const MOST_MARKED = 500;

/** By thread: how many of its side effects happened more than once, or may have. */
export function useRepeatedThreads(): ReadonlyMap<string, number> {
  const { data } = useRepeats({ harmful: "true", limit: MOST_MARKED });
  return useMemo(() => countBy(data?.repeats ?? [], ({ thread_id }) => thread_id), [data]);
}

function countBy(repeats: readonly Repeat[], keyOf: (repeat: Repeat) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const repeat of repeats) counts.set(keyOf(repeat), (counts.get(keyOf(repeat)) ?? 0) + 1);
  return counts;
}
