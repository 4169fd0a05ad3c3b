import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import { levelDescription } from "../graph/levels";
import { explainWhy } from "../graph/why";
import type { Why, WhyQuerySchema } from "../schema/explain";
import { readWhyFacts } from "../store/why-rows";
import { getApp } from "./app";
import { drawingAt, requireEntry } from "./revision";
import { requireThread } from "./threads";

/**
 * Why a node ran, or did not, in the superstep that starts from a checkpoint: from the rows, worded with the workflow as
 * it was then. Throws `thread_not_found`, `checkpoint_not_found`, `node_not_found`, `checkpoint_damaged`.
 */
export async function explainNode(threadId: string, query: z.output<typeof WhyQuerySchema>): Promise<Why> {
  const app = await getApp();
  const thread = await requireThread(app, threadId);
  const { node, checkpoint_ns } = query;
  await requireEntry(app, threadId, query);
  const whole = await drawingAt(app, threadId, thread.graph_id, query);
  const drawing = whole === null ? null : levelDescription(whole, checkpoint_ns);
  const facts = await readWhyFacts(app.store, { thread_id: threadId, ...query });
  const isDrawn = drawing === null || drawing.nodes.length === 0 || drawing.nodes.some(({ id }) => id === node);
  if (facts === null || (!isDrawn && facts.tasks.length === 0 && facts.waiting.length === 0)) {
    const names = drawing?.nodes.filter(({ kind, parent }) => parent === null && kind !== "start" && kind !== "end").map(({ id }) => id) ?? [];
    throw new RetrographError("node_not_found", `The workflow had no node "${node}" here. Its nodes: ${names.join(", ")}.`, { node });
  }
  return explainWhy(facts, { node, drawing });
}
