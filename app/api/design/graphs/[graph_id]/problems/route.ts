import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { getProblems } from "@/lib/server/design/problems";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: GraphParamsSchema }, ({ params }) => getProblems(params.graph_id));
