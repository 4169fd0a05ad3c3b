import { RunParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { readRunSpans } from "@/lib/server/spans";

export const GET = handle({ params: RunParamsSchema }, ({ params }) => readRunSpans(params.run_id));
