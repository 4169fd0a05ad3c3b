import { CheckpointParamsSchema } from "@/lib/schema/agent-server";
import { CheckpointQuerySchema } from "@/lib/schema/debug-api";
import { readCheckpointView } from "@/lib/server/checkpoints";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: CheckpointParamsSchema, query: CheckpointQuerySchema }, ({ params, query }) =>
  readCheckpointView(params.thread_id, params.checkpoint_id, query.checkpoint_ns),
);
