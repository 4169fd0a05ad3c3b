import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { ApprovalRulesSchema } from "@/lib/schema/inbox";
import { getApprovalRules, putApprovalRules } from "@/lib/server/rule-settings";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: GraphParamsSchema }, ({ params }) => getApprovalRules(params.graph_id));

export const PUT = handle({ params: GraphParamsSchema, body: ApprovalRulesSchema }, ({ params, body, actor, origin }) =>
  putApprovalRules(params.graph_id, body, { actor, origin }),
);
