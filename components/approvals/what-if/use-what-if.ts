"use client";

import { useQuery } from "@tanstack/react-query";
import { getWhatIf, startWhatIf } from "@/lib/client/inbox-api";
import type { Json } from "@/lib/schema/json";
import type { WhatIf } from "@/lib/schema/what-if";

/** How often a what-if that runs is looked at again, in milliseconds. */
const POLL_MS = 400;

type Options = { threadId: string; checkpointId: string; alternatives: readonly { label: string; answers: Record<string, Json> }[] };

export type WhatIfState = { whatIf: WhatIf | null; error: string | null; isRunning: boolean };

function isGoingOn({ alternatives }: WhatIf): boolean {
  return alternatives.some(({ run }) => run.state.status === "pending" || run.state.status === "running");
}

/** Starts the alternatives once, and follows them until all have ended. */
export function useWhatIf({ threadId, checkpointId, alternatives }: Options): WhatIfState {
  const body = { checkpoint_id: checkpointId, alternatives: alternatives.map(({ label, answers }) => ({ label, answers })) };
  const started = useQuery({
    queryKey: ["what-if", threadId, JSON.stringify(body)],
    queryFn: () => startWhatIf(threadId, body),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const id = started.data?.what_if_id ?? null;
  const followed = useQuery({
    queryKey: ["what-if", threadId, id],
    queryFn: ({ signal }) => getWhatIf(threadId, id ?? "", signal),
    enabled: id !== null,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || isGoingOn(state.data) ? POLL_MS : false),
  });
  const whatIf = followed.data ?? started.data ?? null;
  const failure = started.error ?? followed.error;
  return { whatIf, error: failure === null ? null : failure.message, isRunning: whatIf !== null && isGoingOn(whatIf) };
}
