import type { Outcome } from "@/lib/graph/branches";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Run } from "@/lib/schema/run";

/** How a run ended at a checkpoint whose own row does not tell: no task failed, the run did. */
export type RunEnd = "failed" | "crashed" | "stopped" | "limit";

/** What came of a checkpoint, with what its run came to. */
export type Standing = Outcome | "crashed" | "stopped" | "limit";

const ENDS: Partial<Record<Run["state"]["status"], RunEnd>> = { error: "failed", crashed: "crashed", cancelled: "stopped", budget_exceeded: "limit" };

/** For each checkpoint at which a run ended badly, how. `runs` are newest first: what a later run came to counts. */
export function runEnds(runs: readonly Run[], entries: readonly TimelineEntry[]): ReadonlyMap<string, RunEnd> {
  const ends = new Map<string, RunEnd>();
  if (!runs.some((run) => run.state.status in ENDS)) return ends;
  const newest = new Map<string, string>();
  for (const entry of entries) if (entry.run_id !== null) newest.set(entry.run_id, entry.checkpoint_id);
  const taken = new Set<string>();
  for (const run of runs) {
    const at = newest.get(run.run_id) ?? run.head_checkpoint_id ?? run.from_checkpoint_id;
    if (at === null || taken.has(at)) continue;
    taken.add(at);
    const end = ENDS[run.state.status];
    if (end !== undefined) ends.set(at, end);
  }
  return ends;
}

/** What the row says counts where it says anything; a branch that just stops is told by its run. */
export function standingOf(outcome: Outcome, end: RunEnd | undefined): Standing {
  return outcome === "paused" && end !== undefined ? end : outcome;
}
