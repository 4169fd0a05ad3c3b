import { StateAtCheckpointSchema, ThreadParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { getThreadState } from "@/lib/server/thread-state";

export const POST = handle({ params: ThreadParamsSchema, body: StateAtCheckpointSchema, level: "viewer" }, ({ params, body }) =>
  getThreadState(params.thread_id, body.checkpoint, body.subgraphs ?? false),
);
