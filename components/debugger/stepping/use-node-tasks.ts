"use client";

import { useMemo } from "react";
import { toNodePrefix } from "@/lib/graph/visits";
import type { TaskView } from "@/lib/schema/checkpoint";
import { useCheckpoint } from "../inspector/use-checkpoint";
import { useLive } from "../live/live-context";
import { useWorkbench } from "../workbench-context";
import { findDue, findLastRun } from "./node-places";

/** A task of a node: as it is stored, or only as far as the events of the active run tell. */
export type NodeTask = { id: string; status: TaskView["status"] | "running"; view: TaskView | null; error: string | null; ms: number | null };

export type NodeTasks = { tasks: NodeTask[]; isLoading: boolean; error: Error | null };

/** The tasks of a node in its newest superstep at the selected moment. */
export function useNodeTasks(nodeId: string): NodeTasks {
  const { threadId, tree, canvasPath, checkpointNs, entries, activeRun, isFollowing } = useWorkbench();
  const inner = useLive((state) => state.inner);
  const live = useLive((state) => state.tasks);
  const place = useMemo(() => {
    const due = findDue(nodeId, canvasPath, checkpointNs);
    if (due !== null) return due;
    const last = findLastRun(nodeId, canvasPath);
    const start = last === null ? undefined : [...canvasPath, ...entries, ...inner].find((entry) => entry.checkpoint_id === last.startId);
    return last === null || start === undefined ? null : { name: last.name, entry: start };
  }, [nodeId, canvasPath, checkpointNs, entries, inner]);
  const query = useCheckpoint(threadId ?? "", place?.entry ?? null, tree);
  const view = query.data?.checkpoint_id === place?.entry.checkpoint_id ? query.data : undefined;
  const tasks = useMemo(() => {
    const stored = (view?.tasks ?? []).filter(({ name }) => name === place?.name);
    const known = activeRun !== null && isFollowing ? live.filter((task) => toNodePrefix(task.checkpoint_ns) + task.node === nodeId) : [];
    const told = new Map(known.map((task) => [task.task_id, task]));
    const merged = stored.map((task): NodeTask => {
      const now = told.get(task.id);
      const status = task.status === "pending" && now !== undefined ? now.status : task.status;
      return { id: task.id, status, view: task, error: task.error?.message ?? now?.error ?? null, ms: now?.ms ?? null };
    });
    const seen = new Set(stored.map(({ id }) => id));
    const newest = Math.max(...known.map(({ step }) => step));
    const others = known.filter(({ task_id, step }) => !seen.has(task_id) && step === newest);
    if (others.length > 0 && merged.every(({ status }) => status === "done")) merged.length = 0;
    return [...merged, ...others.map(({ task_id, status, error, ms }): NodeTask => ({ id: task_id, status, view: null, error, ms }))];
  }, [view, place, live, activeRun, isFollowing, nodeId]);
  return { tasks, isLoading: query.isPending && place !== null, error: query.error };
}
