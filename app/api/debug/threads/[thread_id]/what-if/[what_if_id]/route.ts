import { WhatIfParamsSchema } from "@/lib/schema/what-if";
import { handle } from "@/lib/server/http/handle";
import { endWhatIf, getWhatIf } from "@/lib/server/what-if";

export const GET = handle({ params: WhatIfParamsSchema }, ({ params }) => getWhatIf(params.thread_id, params.what_if_id));

export const DELETE = handle({ params: WhatIfParamsSchema, level: "approver" }, ({ params }) => endWhatIf(params.thread_id, params.what_if_id));
