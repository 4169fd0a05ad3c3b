import { CheckpointParamsSchema, StateQuerySchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { getThreadState } from "@/lib/server/thread-state";

export const GET = handle({ params: CheckpointParamsSchema, query: StateQuerySchema }, ({ params, query }) =>
  getThreadState(params.thread_id, { checkpoint_id: params.checkpoint_id }, query.subgraphs),
);
