"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getProblems } from "@/lib/client/design-api";
import type { Problem } from "@/lib/schema/problem";

const NONE: Problem[] = [];
/** While types are checked or the runner loads, an event says when there is more; should it be lost, this does. */
const INCOMPLETE_MS = 4000;

/** What is wrong with the text with this hash. While it is being found out, what was wrong before stands. */
export function useProblems(graphId: string, hash: string | null, version: number): { problems: Problem[]; isComplete: boolean } {
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["design-problems", graphId, hash, version],
    queryFn: ({ signal }) => getProblems(graphId, signal),
    enabled: hash !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.complete === false ? INCOMPLETE_MS : false),
    gcTime: 10_000,
  });
  return { problems: data?.problems ?? NONE, isComplete: data?.complete === true && !isPlaceholderData && data.hash === hash };
}
