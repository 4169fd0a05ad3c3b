import { RunParamsSchema } from "@/lib/schema/agent-server";
import { NoBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { requestCancel } from "@/lib/server/runs";

export const POST = handle({ params: RunParamsSchema, body: NoBodySchema }, ({ params }) => requestCancel(params.run_id));
