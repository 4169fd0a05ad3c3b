import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { getWorkflow } from "@/lib/server/workflows";

export const GET = handle({ params: GraphParamsSchema }, ({ params }) => getWorkflow(params.graph_id));
