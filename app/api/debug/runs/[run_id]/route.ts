import { RunParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { getRun } from "@/lib/server/runs";

export const GET = handle({ params: RunParamsSchema }, ({ params }) => getRun(params.run_id));
