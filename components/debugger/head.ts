import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { LiveTask } from "@/lib/graph/overlay";
import { toNodePrefix } from "@/lib/graph/visits";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { Run } from "@/lib/schema/run";
import { findActiveRun } from "./live/live-state";

function newestOf(entries: TimelineEntry[], runId: string): TimelineEntry | undefined {
  return entries.findLast((entry) => entry.run_id === runId);
}

function headOfRun(entries: TimelineEntry[], run: Run): string | null {
  return newestOf(entries, run.run_id)?.checkpoint_id ?? run.head_checkpoint_id ?? run.from_checkpoint_id;
}

/**
 * The checkpoint to look at when the person has not picked one: the newest of the branch that a run is on, or was on
 * last, unless something newer (a fork) was written since. `entries` are oldest first, `runs` newest first.
 */
export function findHead(entries: TimelineEntry[], runs: Run[]): string | null {
  const newest = entries.at(-1);
  if (!newest) return null;
  const known = (id: string | null) => (id !== null && entries.some((entry) => entry.checkpoint_id === id) ? id : null);
  const active = findActiveRun(runs);
  if (active) return known(headOfRun(entries, active)) ?? newest.checkpoint_id;
  const last = runs[0];
  if (!last || newest.run_id === last.run_id || newest.created_at > last.updated_at) return newest.checkpoint_id;
  return known(headOfRun(entries, last)) ?? newest.checkpoint_id;
}

/**
 * Milliseconds that each node's newest superstep on the path took, by the times of its checkpoints; nodes of subgraphs,
 * whose checkpoints may be among those of the path, as `child:inner`. A checkpoint of another run than its parent says
 * nothing: a person may have thought in between.
 */
export function stepDurations(path: TimelineEntry[]): Record<string, number> {
  const durations: Record<string, number> = {};
  const newest = new Map<string, TimelineEntry>();
  for (const entry of path) {
    const parent = newest.get(entry.checkpoint_ns);
    newest.set(entry.checkpoint_ns, entry);
    if (!parent || entry.source !== "loop" || entry.run_id === null || entry.run_id !== parent.run_id) continue;
    const ms = Date.parse(entry.created_at) - Date.parse(parent.created_at);
    if (Number.isFinite(ms) && ms >= 0) for (const node of entry.nodes) durations[toNodePrefix(entry.checkpoint_ns) + node] = ms;
  }
  return durations;
}

/** True when a run went on from the checkpoint: its tasks tell of what came later, not of that moment. */
export function wentOn(tree: CheckpointTree, checkpointId: string): boolean {
  return (tree.children.get(checkpointId) ?? []).some((child) => tree.byId.get(child)?.source === "loop");
}

/** The path as it was at its last checkpoint: a question or a failure that was overcome later was still to come. */
export function asOfThen(path: TimelineEntry[]): TimelineEntry[] {
  const last = path.at(-1);
  return last ? [...path.slice(0, -1), { ...last, has_error: false, has_interrupt: false }] : path;
}

/**
 * The tasks of an active run as far as they can be known: what the stream told, and what is due after the newest
 * checkpoint. A node that keeps its process busy starts before anything can tell of it.
 */
export function withDueTasks(tasks: LiveTask[], head: TimelineEntry | null): LiveTask[] {
  if (!head) return tasks;
  const step = head.step + 1;
  if (tasks.some((task) => task.checkpoint_ns === "" && task.step >= step)) return tasks;
  const due = head.next.map((node, index) => ({
    task_id: `due:${index}`,
    node,
    checkpoint_ns: "",
    step,
    status: "running" as const,
    ms: null,
    error: null,
  }));
  return [...tasks, ...due];
}
