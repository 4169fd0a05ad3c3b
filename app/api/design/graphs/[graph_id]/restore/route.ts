import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { RestoreGraphBodySchema } from "@/lib/schema/design-api";
import { restoreGraph } from "@/lib/server/design/delete-graph";
import { handle } from "@/lib/server/http/handle";

export const POST = handle({ params: GraphParamsSchema, body: RestoreGraphBodySchema }, ({ params, body }) =>
  restoreGraph(params.graph_id, body.token),
);
