import "server-only";
import type { z } from "zod";
import { RetrographError, isRetrographError } from "../errors";
import { RoutesSchema, type Routes, type RoutesBodySchema } from "../schema/explain";
import { getApp } from "./app";
import { requireEntry } from "./revision";
import { requireThread } from "./threads";
import { requireGraph } from "./workflows";

/**
 * Asks the conditional edges that leave a node again, with the current code, on the state that they saw when the node had
 * run: `checkpoint_id` is the checkpoint that its step led to. Their code runs; nothing is saved. Throws
 * `thread_not_found`, `checkpoint_not_found`, `node_not_found`, `graph_failed`, `runner_unresponsive`.
 */
export async function evaluateRoutes(threadId: string, body: z.output<typeof RoutesBodySchema>): Promise<Routes> {
  const app = await getApp();
  const thread = await requireThread(app, threadId);
  const { node, ...checkpoint } = body;
  await requireEntry(app, threadId, checkpoint);
  if (thread.graph_id === null) {
    throw new RetrographError("invalid_request", "The thread belongs to no workflow yet: choose one for it first.", { field: "graph_id" });
  }
  const { graph_id } = await requireGraph(app, thread.graph_id);
  try {
    return RoutesSchema.parse(await app.pool.ask({ type: "evaluate_routes", graph_id, thread_id: threadId, checkpoint, node }));
  } catch (error) {
    if (!isRetrographError(error) || (error.code !== "runner_crashed" && error.code !== "runner_unresponsive")) throw error;
    throw new RetrographError(
      error.code,
      `The router after ${node} gave no answer: it keeps its process busy, or ended it. A new process is ready; correct the router's code, then ask again.`,
      { node },
      { cause: error },
    );
  }
}
