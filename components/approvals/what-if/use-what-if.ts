"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { endWhatIf, getWhatIf, startWhatIf } from "@/lib/client/inbox-api";
import type { Json } from "@/lib/schema/json";
import type { WhatIf } from "@/lib/schema/what-if";

/** How often a what-if that runs is looked at again, in milliseconds. */
const POLL_MS = 400;

/** A view that is taken down and put up again at once, as React does while it is developed, keeps what it started. */
const END_AFTER_MS = 1500;

/** What-ifs that nobody shows any more, about to be ended. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();

type Options = { threadId: string; checkpointId: string; alternatives: readonly { label: string; answers: Record<string, Json> }[] };

export type WhatIfState = { whatIf: WhatIf | null; error: string | null; isRunning: boolean };

function isGoingOn({ alternatives }: WhatIf): boolean {
  return alternatives.some(({ run }) => run.state.status === "pending" || run.state.status === "running");
}

/** Deletes the copies once nobody looks at them any more. */
function useEnding(threadId: string, id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    clearTimeout(leaving.get(id));
    leaving.delete(id);
    return () => {
      const end = () => {
        leaving.delete(id);
        // One that is gone already is as it should be; any other is deleted after a day.
        endWhatIf(threadId, id).catch(() => undefined);
      };
      leaving.set(id, setTimeout(end, END_AFTER_MS));
    };
  }, [threadId, id]);
}

/** Starts the alternatives once, follows them until all have ended, and ends them when the view goes. */
export function useWhatIf({ threadId, checkpointId, alternatives }: Options): WhatIfState {
  const body = { checkpoint_id: checkpointId, alternatives: alternatives.map(({ label, answers }) => ({ label, answers })) };
  const started = useQuery({
    queryKey: ["what-if", threadId, JSON.stringify(body)],
    queryFn: () => startWhatIf(threadId, body),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const id = started.data?.what_if_id ?? null;
  useEnding(threadId, id);
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
