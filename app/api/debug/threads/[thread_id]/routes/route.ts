import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { RoutesBodySchema } from "@/lib/schema/explain";
import { handle } from "@/lib/server/http/handle";
import { evaluateRoutes } from "@/lib/server/routes";

export const POST = handle({ params: ThreadParamsSchema, body: RoutesBodySchema }, ({ params, body }) => evaluateRoutes(params.thread_id, body));
