import type { When } from "@/lib/graph/breakpoint-marks";
import { toNodePrefix } from "@/lib/graph/visits";
import type { StopReason } from "@/lib/schema/breakpoint";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import type { Run } from "@/lib/schema/run";

/** Where the thread was stopped for the person who debugs it, and why. */
export type DebugStop = {
  runId: string;
  /** Drawn ids. */
  nodes: string[];
  when: When;
  checkpointNs: string;
  checkpointId: string | null;
  reason: StopReason;
};

/** True while nothing was written by anybody else since the run ended: what it says of its end is the present. */
export function isLatest(run: Run, newest: TimelineEntry | undefined): boolean {
  return newest === undefined || newest.run_id === run.run_id || newest.created_at <= run.updated_at;
}

/** The stop that the thread stands at now; null while a run is under way, or when it stands for another reason. */
export function findStop(run: Run | undefined, newest: TimelineEntry | undefined, description: GraphDescription | null): DebugStop | null {
  if (run?.state.status !== "interrupted" || run.state.breakpoint === null || !isLatest(run, newest)) return null;
  const { nodes, when, checkpoint_ns, checkpoint_id, reason } = run.state.breakpoint;
  const known = new Set(description?.nodes.map(({ id }) => id));
  const prefix = toNodePrefix(checkpoint_ns);
  const drawn = [...new Set(nodes)].map((name) => (known.has(prefix + name) ? prefix + name : name));
  return { runId: run.run_id, nodes: drawn, when, checkpointNs: checkpoint_ns, checkpointId: checkpoint_id, reason };
}

/** True when the moment that is shown (the newest checkpoints of each graph, as far as they are on its path) is the stop's own. */
export function isShown(stop: DebugStop, path: readonly TimelineEntry[], isFollowing: boolean): boolean {
  if (stop.checkpointId === null) return isFollowing;
  const newest = path.findLast(({ checkpoint_ns }) => checkpoint_ns === stop.checkpointNs);
  return newest === undefined ? isFollowing : newest.checkpoint_id === stop.checkpointId;
}
