import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { TryNodeBodySchema } from "@/lib/schema/design-api";
import { tryNode } from "@/lib/server/design/try-node";
import { handle } from "@/lib/server/http/handle";

export const POST = handle({ params: GraphParamsSchema, body: TryNodeBodySchema }, ({ params, body, request }) =>
  tryNode(params.graph_id, body, request.signal),
);
