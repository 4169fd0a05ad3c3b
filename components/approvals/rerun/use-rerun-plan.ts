"use client";

import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getRerunPlan } from "@/lib/client/inbox-api";
import type { RerunPlan, RerunPlanBody } from "@/lib/schema/rerun";

/** What an action would run again; a null `body` asks for nothing. Keeps the plan shown before while another of the same thread comes. */
export function useRerunPlan(threadId: string | null, body: RerunPlanBody | null): UseQueryResult<RerunPlan> {
  return useQuery({
    queryKey: ["rerun-plan", threadId, body] as const,
    queryFn: ({ signal }) => {
      if (threadId === null || body === null) throw new Error("There is nothing to plan.");
      return getRerunPlan(threadId, body, signal);
    },
    enabled: threadId !== null && body !== null,
    placeholderData: (previous: RerunPlan | undefined, query) => (query?.queryKey[1] === threadId ? previous : undefined),
    staleTime: 5_000,
    retry: false,
  });
}
