"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { listInterrupts } from "@/lib/client/api";
import { findBranches } from "@/lib/graph/branches";
import { buildTree, pathTo } from "@/lib/graph/tree";
import type { Interrupt } from "@/lib/schema/thread";
import { useWorkflows } from "../threads/use-workflows";
import { findHead } from "./head";
import { useLive } from "./live/live-context";
import { findActiveRun } from "./live/live-state";
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

/** Puts everything together that the workbench's parts share. */
export function useWorkbenchValue({ mode, graphId, workflows: initial, thread: initialThread }: WorkbenchProps): WorkbenchValue {
  const workflows = useWorkflows(initial);
  const [selection, select] = useSelection();
  const thread = initialThread?.summary ?? null;
  const threadId = thread?.thread_id ?? null;
  const { actions, isStarting, stoppingRunId } = useRunActions({ graphId, threadId, select });
  const entries = useLive((state) => state.entries);
  const runs = useLive((state) => state.runs);
  const liveThread = useLive((state) => state.thread);
  const waiting = useWaitingInterrupts(threadId, initialThread?.interrupts);
  const [isRunFormOpen, setRunFormOpen] = useState(false);

  const workflow = workflows.find((item) => item.graph_id === graphId) ?? null;
  const tree = useMemo(() => buildTree(entries), [entries]);
  const branches = useMemo(() => findBranches(tree), [tree]);
  const headId = useMemo(() => findHead(entries, runs), [entries, runs]);
  const entryId = selection.checkpoint !== null && tree.byId.has(selection.checkpoint) ? selection.checkpoint : headId;
  const path = useMemo(() => (entryId === null ? [] : pathTo(tree, entryId)), [tree, entryId]);
  const activeRun = useMemo(() => findActiveRun(runs), [runs]);

  useEffect(() => {
    if (activeRun) setRunFormOpen(false);
  }, [activeRun]);

  return {
    mode,
    graphId,
    workflow,
    workflows,
    description: workflow?.status === "loaded" ? workflow.description : null,
    threadId,
    thread: thread && liveThread ? { ...thread, title: liveThread.title, status: liveThread.status } : thread,
    selection,
    select,
    tree,
    branches,
    entry: path.at(-1) ?? null,
    path,
    headId,
    isFollowing: entryId === headId,
    activeRun,
    isStopping: activeRun !== null && activeRun.run_id === stoppingRunId,
    isStarting,
    waiting,
    actions,
    openRunForm: () => setRunFormOpen(true),
    closeRunForm: () => setRunFormOpen(false),
    isRunFormOpen,
    focusAnswer: () => document.getElementById(ANSWER_ID)?.focus(),
  };
}
