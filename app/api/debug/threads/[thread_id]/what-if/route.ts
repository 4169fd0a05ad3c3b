import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { WhatIfBodySchema } from "@/lib/schema/what-if";
import { handle } from "@/lib/server/http/handle";
import { startWhatIf } from "@/lib/server/what-if";

export const POST = handle({ params: ThreadParamsSchema, body: WhatIfBodySchema, level: "approver" }, ({ params, body, actor, origin }) =>
  startWhatIf(params.thread_id, body, { actor, origin }),
);
