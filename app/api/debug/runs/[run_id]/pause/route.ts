import { RunParamsSchema } from "@/lib/schema/agent-server";
import { NoBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { requestPause } from "@/lib/server/pause";

export const POST = handle({ params: RunParamsSchema, body: NoBodySchema }, ({ params }) => requestPause(params.run_id));
