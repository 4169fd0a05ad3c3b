import { getRerunPlan } from "@/lib/client/inbox-api";
import type { Stop } from "@/lib/schema/breakpoint";
import type { RerunPlan, RerunPlanBody } from "@/lib/schema/rerun";
import type { Run } from "@/lib/schema/run";

/** A run that is not started yet, because a person has to see first what it would do again. */
export type HeldRun = {
  checkpointId: string;
  stop: Stop;
  body: RerunPlanBody;
  /** Null where it cannot be told; `problem` says why. */
  plan: RerunPlan | null;
  problem: string | null;
};

type Place = { checkpoint_id: string | null; checkpoint_ns: string };

/** Waiting longer for a plan holds up more than it tells. */
const PATIENCE_MS = 4_000;

/**
 * What to ask about a run that goes on from a place; null where nothing can run again: the newest run stopped at a breakpoint
 * or step, and this one goes on behind it.
 */
export function planToAsk(place: Place, head: string | undefined, newest: Run | undefined): RerunPlanBody | null {
  if (place.checkpoint_id !== null) return { action: "replay", checkpoint_id: place.checkpoint_id, checkpoint_ns: place.checkpoint_ns };
  const stopped = newest?.state.status === "interrupted" && newest.state.interrupts.length === 0;
  if (head === undefined || stopped) return null;
  return { action: "continue", checkpoint_id: head };
}

/** The run to hold until a person has agreed, or null where it may start: nothing that matters outside happens again. */
export async function holdRun(threadId: string, run: Pick<HeldRun, "checkpointId" | "stop" | "body">): Promise<HeldRun | null> {
  try {
    const plan = await getRerunPlan(threadId, run.body, AbortSignal.timeout(PATIENCE_MS));
    return plan.warnings.some(({ severity }) => severity === "danger") ? { ...run, plan, problem: null } : null;
  } catch (error) {
    return { ...run, plan: null, problem: error instanceof Error ? error.message : String(error) };
  }
}
