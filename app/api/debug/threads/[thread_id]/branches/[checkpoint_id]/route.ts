import { CheckpointParamsSchema } from "@/lib/schema/agent-server";
import { BranchBodySchema } from "@/lib/schema/travel";
import { deleteBranch } from "@/lib/server/deletions";
import { handle } from "@/lib/server/http/handle";
import { markBranch } from "@/lib/server/marks";

export const PUT = handle({ params: CheckpointParamsSchema, body: BranchBodySchema }, ({ params, body }) =>
  markBranch(params.thread_id, params.checkpoint_id, body),
);
export const DELETE = handle({ params: CheckpointParamsSchema }, ({ params }) => deleteBranch(params.thread_id, params.checkpoint_id));
