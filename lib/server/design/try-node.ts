import "server-only";
import type { z } from "zod";
import { RetrographError, isRetrographError } from "../../errors";
import { TryNodeResultSchema, type TryNodeBodySchema, type TryNodeResult } from "../../schema/design-api";
import { getApp } from "../app";
import { requireEntry } from "../revision";
import { requireThread } from "../threads";
import { requireGraph } from "../workflows";

/**
 * Runs one node of a workflow alone, with the current code; what it does outside is done, but no thread is changed. Throws
 * `graph_not_found`, `graph_failed`, `node_not_found`, `thread_not_found`, `checkpoint_not_found`, `graph_mismatch`,
 * `invalid_state`, `runner_unresponsive`.
 */
export async function tryNode(graphId: string, body: z.output<typeof TryNodeBodySchema>, signal: AbortSignal): Promise<TryNodeResult> {
  const app = await getApp();
  await app.pool.settled();
  const { graph_id } = await requireGraph(app, graphId);
  if (body.from !== null) {
    const { thread_id, ...checkpoint } = body.from;
    const thread = await requireThread(app, thread_id);
    if (thread.graph_id !== graph_id) {
      throw new RetrographError("graph_mismatch", `The thread does not belong to the workflow ${graph_id}: its state would not fit.`, { thread_id });
    }
    await requireEntry(app, thread_id, checkpoint);
  }
  try {
    return TryNodeResultSchema.parse(await app.pool.ask({ type: "try_node", graph_id, ...body }, signal));
  } catch (error) {
    if (!isRetrographError(error) || (error.code !== "runner_crashed" && error.code !== "runner_unresponsive")) throw error;
    throw new RetrographError(
      error.code,
      `${body.node} gave no answer: it keeps its process busy, or ended it. A new process is ready; correct the node's code, then try again.`,
      { node: body.node },
      { cause: error },
    );
  }
}
