import { StateQuerySchema, StateUpdateBodySchema, ThreadParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { getThreadState } from "@/lib/server/thread-state";
import { updateThreadState } from "@/lib/server/updates";

export const GET = handle({ params: ThreadParamsSchema, query: StateQuerySchema }, ({ params, query }) =>
  getThreadState(params.thread_id, {}, query.subgraphs),
);

export const POST = handle({ params: ThreadParamsSchema, body: StateUpdateBodySchema }, async ({ params, body }) => {
  const checkpoint = await updateThreadState(params.thread_id, body);
  // The published API has `checkpoint`, the SDK's types have `configurable`.
  return { checkpoint, configurable: checkpoint };
});
