"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { cancelRun, changeNext, pauseRun, startRun } from "@/lib/client/api";
import { answerAgain } from "@/lib/client/inbox-api";
import type { Stop } from "@/lib/schema/breakpoint";
import type { ForkResult, NextBody, StartRunBody } from "@/lib/schema/debug-api";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Json } from "@/lib/schema/json";
import type { ReplayMode } from "@/lib/schema/replay";
import type { Run } from "@/lib/schema/run";
import { whenSent } from "./breakpoints/sent";
import { useLiveStore } from "./live/live-context";
import { findActiveRun, type LiveState } from "./live/live-state";
import { holdRun, planToAsk, type HeldRun } from "./rerun/held-run";
import { showError } from "./show-error";
import type { RunActions, StartRequest } from "./workbench-context";
import type { Selection } from "./use-selection";

type Options = { graphId: string; threadId: string | null; ns: string | null; replay: ReplayMode; select: (change: Partial<Selection>) => void };

/**
 * What a request says of the checkpoint to go on from. At the newest one the thread simply goes on; anywhere else it is
 * run again from there, as a fork; inside of a subgraph in its own namespace.
 */
export function placeToGoOnFrom(
  { entries, inner }: Pick<LiveState, "entries" | "inner">,
  checkpointId: string,
  /** The namespace that is looked into: a checkpoint that was made just now is among no entries yet. */
  shownNs: string | null,
): { checkpoint_id: string | null; checkpoint_ns: string } {
  const newest = entries.at(-1)?.checkpoint_id;
  const isOuter = shownNs === null || entries.some((entry) => entry.checkpoint_id === checkpointId);
  const own =
    inner.find((entry) => entry.checkpoint_id === checkpointId) ?? (isOuter ? undefined : inner.findLast((entry) => entry.checkpoint_ns === shownNs));
  if (own === undefined) return { checkpoint_id: checkpointId === newest ? null : checkpointId, checkpoint_ns: "" };
  const isNewest = (known: TimelineEntry) =>
    inner.every((entry) => entry.checkpoint_ns !== known.checkpoint_ns || entry.checkpoint_id <= known.checkpoint_id);
  let at: TimelineEntry | undefined = own;
  while (at !== undefined && isNewest(at)) {
    const outer: string | undefined = at.outer_checkpoint_id;
    // The thread stands inside of the subgraph: what it goes on with is this very checkpoint.
    if (outer !== undefined && outer === newest) return { checkpoint_id: null, checkpoint_ns: "" };
    at = inner.find((entry) => entry.checkpoint_id === outer && entry.checkpoint_ns.length < own.checkpoint_ns.length);
  }
  return { checkpoint_id: checkpointId, checkpoint_ns: own.checkpoint_ns };
}

export type RunActionState = {
  actions: RunActions;
  isStarting: boolean;
  heldRun: HeldRun | null;
  stoppingRunId: string | null;
  pausingRunId: string | null;
};

/** Starting, going on, answering and stopping. A started run is shown at once, before the stream tells of it. */
export function useRunActions({ graphId, threadId, ns, replay, select }: Options): RunActionState {
  const router = useRouter();
  const store = useLiveStore();
  const queryClient = useQueryClient();
  const [isStarting, setStarting] = useState(false);
  const [held, setHeld] = useState<HeldRun | null>(null);
  const [stoppingRunId, setStopping] = useState<string | null>(null);
  const [pausingRunId, setPausing] = useState<string | null>(null);

  const begin = useCallback(
    async (body: Omit<StartRunBody, "graph_id">): Promise<Run> => {
      setStarting(true);
      try {
        await whenSent(queryClient, graphId);
        const run = await startRun({ replay, ...body, graph_id: graphId });
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
    [graphId, threadId, replay, queryClient, router, select, store],
  );

  const showForked = useCallback(
    (result: ForkResult) => {
      const { checkpoint_id, checkpoint_ns } = result;
      if (result.thread_id === threadId) select({ checkpoint: checkpoint_id, ns: checkpoint_ns === "" ? null : checkpoint_ns, compare: null });
      else router.push(`/w/${encodeURIComponent(graphId)}/t/${result.thread_id}`);
    },
    [graphId, router, select, threadId],
  );

  const goOn = useCallback(
    (checkpointId: string, stop: Stop, mode: ReplayMode) => {
      begin({ thread_id: threadId, ...placeToGoOnFrom(store.getState(), checkpointId, ns), stop, replay: mode }).catch((error: unknown) =>
        showError("The run could not go on", error),
      );
    },
    [begin, ns, store, threadId],
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
      continueFrom(checkpointId: string, stop: Stop = { at: "end" }) {
        const state = store.getState();
        const place = placeToGoOnFrom(state, checkpointId, ns);
        const body = planToAsk(place, state.entries.at(-1)?.checkpoint_id, state.runs[0]);
        if (body === null || threadId === null) {
          goOn(checkpointId, stop, replay);
          return;
        }
        setStarting(true);
        void holdRun(threadId, { checkpointId, stop, body: { ...body, replay } }).then((hold) => {
          setStarting(false);
          if (hold === null) goOn(checkpointId, stop, replay);
          else setHeld(hold);
        });
      },
      runHeld(mode: ReplayMode) {
        setHeld(null);
        if (held !== null) goOn(held.checkpointId, held.stop, mode);
      },
      dropHeld: () => setHeld(null),
      async answer(answers: Record<string, Json>) {
        await begin({ thread_id: threadId, answers });
        void queryClient.invalidateQueries({ queryKey: ["interrupts", threadId] });
      },
      async answerAgain(interruptId: string, answer: Json) {
        setStarting(true);
        try {
          const run = await answerAgain(interruptId, { thread_id: threadId ?? "", answer, replay });
          store.getState().takeRuns([run]);
          select({ checkpoint: null, compare: null });
        } finally {
          setStarting(false);
        }
        void queryClient.invalidateQueries({ queryKey: ["interrupts", threadId] });
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
      pause() {
        const run = findActiveRun(store.getState().runs);
        if (!run) return;
        setPausing(run.run_id);
        pauseRun(run.run_id).catch((error: unknown) => {
          setPausing(null);
          showError("The run could not be paused", error);
        });
      },
      async changeNext(body: NextBody) {
        const result = await changeNext(threadId ?? "", body);
        showForked(result);
      },
      openForked: showForked,
    }),
    [begin, goOn, held, ns, queryClient, replay, select, showForked, store, threadId],
  );

  return { actions, isStarting, heldRun: held, stoppingRunId, pausingRunId };
}
