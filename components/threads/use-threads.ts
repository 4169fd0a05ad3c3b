"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listThreads, type ThreadListQuery } from "@/lib/client/api";
import type { ThreadSummary } from "@/lib/schema/thread";

export type ThreadList = { threads: ThreadSummary[]; total: number };

/** Other threads have no stream of their own: their list is read again while somebody looks at it. */
const REFRESH_MS = 4000;

/** The list of threads, kept fresh. `initial` is what came with the page for the same query. */
export function useThreads(query: ThreadListQuery, initial?: ThreadList) {
  return useQuery({
    queryKey: ["threads", query],
    queryFn: ({ signal }) => listThreads(query, signal),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    ...(initial === undefined ? {} : { initialData: initial }),
  });
}
