import "server-only";
import { getApp } from "./app";
import { getRun } from "./runs";

/**
 * Asks a run to stop at its next superstep; what is under way is finished and saved. A run that waits for its turn stops
 * when it has begun; nothing happens to one that has ended. Does not wait for it. Throws `run_not_found`.
 */
export async function requestPause(runId: string): Promise<void> {
  await getRun(runId);
  (await getApp()).scheduler.pause(runId, "a person");
}
