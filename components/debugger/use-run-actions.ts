"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { cancelRun, startRun } from "@/lib/client/api";
import type { ForkResult, StartRunBody } from "@/lib/schema/debug-api";
import type { Json } from "@/lib/schema/json";
import type { Run } from "@/lib/schema/run";
import { useLiveStore } from "./live/live-context";
import { findActiveRun, type LiveState } from "./live/live-state";
import { showError } from "./show-error";
import type { RunActions, StartRequest } from "./workbench-context";
import type { Selection } from "./use-selection";

type Options = { graphId: string; threadId: string | null; select: (change: Partial<Selection>) => void };

/**
 * What a request says of the checkpoint to go on from. At the newest one the thread simply goes on; anywhere else it is
 * run again from there, as a fork; inside of a subgraph in its own namespace.
 */
export function placeToGoOnFrom(
  { entries, inner }: Pick<LiveState, "entries" | "inner">,
  checkpointId: string,
): { checkpoint_id: string | null; checkpoint_ns: string } {
  const newest = entries.at(-1)?.checkpoint_id;
  const own = inner.find((entry) => entry.checkpoint_id === checkpointId);
  if (own === undefined) return { checkpoint_id: checkpointId === newest ? null : checkpointId, checkpoint_ns: "" };
  const isNewest = inner.every((entry) => entry.checkpoint_ns !== own.checkpoint_ns || entry.checkpoint_id <= checkpointId);
  // The thread stands inside of the subgraph: what it goes on with is this very checkpoint.
  if (isNewest && newest !== undefined && newest === own.outer_checkpoint_id) return { checkpoint_id: null, checkpoint_ns: "" };
  return { checkpoint_id: checkpointId, checkpoint_ns: own.checkpoint_ns };
}

export type RunActionState = { actions: RunActions; isStarting: boolean; stoppingRunId: string | null };

/** Starting, going on, answering and stopping. A started run is shown at once, before the stream tells of it. */
export function useRunActions({ graphId, threadId, select }: Options): RunActionState {
  const router = useRouter();
  const store = useLiveStore();
  const queryClient = useQueryClient();
  const [isStarting, setStarting] = useState(false);
  const [stoppingRunId, setStopping] = useState<string | null>(null);

  const begin = useCallback(
    async (body: Omit<StartRunBody, "graph_id">): Promise<Run> => {
      setStarting(true);
      try {
        const run = await startRun({ ...body, graph_id: graphId });
        void queryClient.invalidateQueries({ queryKey: ["threads"] });
        if (run.thread_id === threadId) {
          store.getState().takeRuns([run]);
          select({ checkpoint: null, compare: null });
        } else {
          router.push(`/w/${encodeURIComponent(graphId)}/t/${run.thread_id}`);
        }
        return run;
      } finally {
        setStarting(false);
      }
    },
    [graphId, threadId, queryClient, router, select, store],
  );

  const actions = useMemo<RunActions>(
    () => ({
      async start({ input, newThread, recursionLimit }: StartRequest) {
        try {
          await begin({ thread_id: newThread ? null : threadId, input, recursion_limit: recursionLimit });
          return true;
        } catch (error) {
          showError("The run could not be started", error);
          return false;
        }
      },
      continueFrom(checkpointId: string) {
        begin({ thread_id: threadId, ...placeToGoOnFrom(store.getState(), checkpointId) }).catch((error: unknown) =>
          showError("The run could not go on", error),
        );
      },
      async answer(answers: Record<string, Json>) {
        await begin({ thread_id: threadId, answers });
        await queryClient.invalidateQueries({ queryKey: ["interrupts", threadId] });
      },
      stop() {
        const run = findActiveRun(store.getState().runs);
        if (!run) return;
        setStopping(run.run_id);
        cancelRun(run.run_id).catch((error: unknown) => {
          setStopping(null);
          showError("The run could not be stopped", error);
        });
      },
      openForked(result: ForkResult) {
        if (result.thread_id === threadId) select({ checkpoint: result.checkpoint_id, compare: null });
        else router.push(`/w/${encodeURIComponent(graphId)}/t/${result.thread_id}`);
      },
    }),
    [begin, graphId, queryClient, router, select, store, threadId],
  );

  return { actions, isStarting, stoppingRunId };
}
