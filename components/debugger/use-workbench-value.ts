"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { listInterrupts } from "@/lib/client/api";
import { subgraphRuns, surroundingsOf } from "@/lib/graph/levels";
import { subgraphPath } from "@/lib/graph/subgraph-path";
import { pathTo } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { ReplayMode } from "@/lib/schema/replay";
import type { Interrupt } from "@/lib/schema/thread";
import { useWorkflows } from "../threads/use-workflows";
import { asOfThen, findHead, wentOn } from "./head";
import { useLive, useLiveStore } from "./live/live-context";
import { findActiveRun } from "./live/live-state";
import { useSubgraphEntries } from "./live/use-subgraph-entries";
import { timelineOf } from "./timeline/timeline-of";
import { useRunActions } from "./use-run-actions";
import { useSelection } from "./use-selection";
import type { WorkbenchProps } from "./workbench";
import type { WorkbenchValue } from "./workbench-context";

const NONE: Interrupt[] = [];

function useWaitingInterrupts(threadId: string | null, initial: Interrupt[] | undefined): Interrupt[] {
  const { data } = useQuery({
    queryKey: ["interrupts", threadId],
    queryFn: ({ signal }) => listInterrupts(threadId ?? "", signal),
    enabled: threadId !== null,
    ...(initial === undefined ? {} : { initialData: initial }),
  });
  return useMemo(() => data?.filter((interrupt) => interrupt.status === "waiting") ?? NONE, [data]);
}

/** The element that takes the focus when a question is to be answered. */
export const ANSWER_ID = "answer";

function focusAnswer(): void {
  document.getElementById(ANSWER_ID)?.focus();
}

const NO_ENTRIES: TimelineEntry[] = [];

/** A burst of live checkpoints must not hold up clicks, keys and frames: it is drawn bit by bit, and the store waits for it. */
function useDrawnEntries() {
  const store = useLiveStore();
  const outerEntries = useDeferredValue(useLive((state) => state.entries));
  const inner = useDeferredValue(useLive((state) => state.inner));
  useEffect(() => store.getState().noteDrawn(outerEntries, inner), [store, outerEntries, inner]);
  return { outerEntries, inner };
}

/** The graph that is looked into: the workflow itself, or one execution of a subgraph. */
function useLevel(ns: string | null, checkpoint: string | null) {
  const { outerEntries, inner } = useDrawnEntries();
  const runs = useLive((state) => state.runs);
  const outerTree = timelineOf(outerEntries).tree;
  const own = useMemo(() => (ns === null ? NO_ENTRIES : inner.filter((entry) => entry.checkpoint_ns === ns)), [inner, ns]);
  const isInside = own.length > 0;
  const entries = isInside ? own : outerEntries;
  const { tree, branches } = timelineOf(entries);
  const headId = useMemo(() => findHead(entries, runs), [entries, runs]);
  const entryId = checkpoint !== null && tree.byId.has(checkpoint) ? checkpoint : headId;
  const path = useMemo(() => (entryId === null ? NO_ENTRIES : pathTo(tree, entryId)), [tree, entryId]);
  const entry = path.at(-1) ?? null;
  // Models of a list that grows share their maps: what was true when this one was made stays so until the next is drawn.
  const isPast = useMemo(() => entry !== null && wentOn(tree, entry.checkpoint_id), [tree, entry]);
  const moment = useMemo(() => {
    const shown = isPast ? asOfThen(path) : path;
    if (!isInside) return { outer: path.at(-1) ?? null, path: [...subgraphPath(path, inner, isPast), ...shown] };
    return surroundingsOf({ tree: outerTree, inner, path: shown, isPast });
  }, [path, inner, isPast, isInside, outerTree]);
  const subgraphs = useMemo(
    () => (isInside ? subgraphRuns(outerEntries, inner, false) : subgraphRuns(path, inner, isPast)),
    [isInside, outerEntries, path, inner, isPast],
  );
  const outerIsNewest = moment.outer !== null && moment.outer.checkpoint_id === outerEntries.at(-1)?.checkpoint_id;
  return { outerIsNewest, ns: isInside ? (ns ?? "") : "", entries, tree, branches, headId, entry, path, isPast, moment, subgraphs };
}

function useWaitingHere(waiting: Interrupt[], { ns, entry, headId, moment }: ReturnType<typeof useLevel>): Interrupt[] {
  const at = ns === "" || entry?.checkpoint_id === headId ? moment.outer?.checkpoint_id : undefined;
  return useMemo(() => waiting.filter((interrupt) => interrupt.checkpoint_id === at), [waiting, at]);
}

/** Chosen for one thread: the next one that is opened runs live, so that nothing is taken for real, or for a trial, by mistake. */
function useReplay(threadId: string | null): [ReplayMode, (mode: ReplayMode) => void] {
  const [chosen, setChosen] = useState<{ threadId: string | null; mode: ReplayMode }>({ threadId, mode: "live" });
  const setReplay = useCallback((mode: ReplayMode) => setChosen({ threadId, mode }), [threadId]);
  return [chosen.threadId === threadId ? chosen.mode : "live", setReplay];
}

/** Puts everything together that the workbench's parts share. */
export function useWorkbenchValue({ mode, graphId, workflows: initial, thread: initialThread }: WorkbenchProps): WorkbenchValue {
  const workflows = useWorkflows(initial);
  const [selection, select] = useSelection();
  const thread = initialThread?.summary ?? null;
  const threadId = thread?.thread_id ?? null;
  const [replay, setReplay] = useReplay(threadId);
  const { actions, isStarting, heldRun, stoppingRunId, pausingRunId } = useRunActions({ graphId, threadId, ns: selection.ns, replay, select });
  const runs = useLive((state) => state.runs);
  const liveThread = useLive((state) => state.thread);
  const waiting = useWaitingInterrupts(threadId, initialThread?.interrupts);
  const [isRunFormOpen, setRunFormOpen] = useState(false);
  const [isSearchOpen, setSearchOpen] = useState(false);

  const shownThread = useMemo(
    () => (thread && liveThread ? { ...thread, title: liveThread.title, status: liveThread.status } : thread),
    [thread, liveThread],
  );
  const workflow = workflows.find((item) => item.graph_id === graphId) ?? null;
  const description = workflow?.status === "loaded" ? workflow.description : null;
  useSubgraphEntries(threadId, selection.ns !== null || (description?.nodes.some((node) => node.parent !== null) ?? false));
  const level = useLevel(selection.ns, selection.checkpoint);
  const openLevel = useCallback(
    (ns: string, checkpoint: string | null = null) => select({ ns: ns === "" ? null : ns, checkpoint, compare: null }),
    [select],
  );
  const activeRun = useMemo(() => findActiveRun(runs), [runs]);
  const openRunForm = useCallback(() => setRunFormOpen(true), []);
  const closeRunForm = useCallback(() => setRunFormOpen(false), []);

  useEffect(() => {
    if (activeRun) setRunFormOpen(false);
  }, [activeRun]);

  return {
    mode,
    graphId,
    workflow,
    workflows,
    description,
    threadId,
    thread: shownThread,
    selection,
    select,
    checkpointNs: level.ns,
    entries: level.entries,
    tree: level.tree,
    branches: level.branches,
    outerEntry: level.moment.outer,
    outerIsNewest: level.outerIsNewest,
    canvasPath: level.moment.path,
    isPast: level.isPast,
    subgraphs: level.subgraphs,
    openLevel,
    entry: level.entry,
    path: level.path,
    headId: level.headId,
    isFollowing: level.entry?.checkpoint_id === level.headId,
    activeRun,
    isStopping: activeRun !== null && activeRun.run_id === stoppingRunId,
    isPausing: activeRun !== null && activeRun.run_id === pausingRunId,
    isStarting,
    heldRun,
    waiting,
    waitingHere: useWaitingHere(waiting, level),
    actions,
    replay,
    setReplay,
    openRunForm,
    closeRunForm,
    isRunFormOpen,
    isSearchOpen,
    setSearchOpen,
    focusAnswer,
  };
}
