import { CheckpointParamsSchema } from "@/lib/schema/agent-server";
import { MarkBodySchema } from "@/lib/schema/travel";
import { handle } from "@/lib/server/http/handle";
import { markCheckpoint } from "@/lib/server/marks";

export const PUT = handle({ params: CheckpointParamsSchema, body: MarkBodySchema }, ({ params, body }) =>
  markCheckpoint(params.thread_id, params.checkpoint_id, body),
);
