import "server-only";
import { RetrographError, isRetrographError } from "../../errors";
import { ReducedSchema, type ReduceBody, type Reduced } from "../../schema/design-api";
import { getApp } from "../app";
import { requireGraph } from "../workflows";

/**
 * What a channel's own reducer makes of updates, with the current code; saves nothing. Throws `graph_not_found`,
 * `graph_failed`, `invalid_request` (no such channel), `runner_unresponsive`.
 */
export async function reduceUpdates(graphId: string, body: ReduceBody, signal: AbortSignal): Promise<Reduced> {
  const app = await getApp();
  await app.pool.settled();
  const { graph_id } = await requireGraph(app, graphId);
  try {
    return ReducedSchema.parse(await app.pool.ask({ type: "reduce", graph_id, ...body }, signal));
  } catch (error) {
    if (!isRetrographError(error) || (error.code !== "runner_crashed" && error.code !== "runner_unresponsive")) throw error;
    throw new RetrographError(
      error.code,
      `The reducer of ${body.channel} gave no answer: it keeps its process busy, or ended it. A new process is ready; correct the reducer, then try again.`,
      { channel: body.channel },
      { cause: error },
    );
  }
}
