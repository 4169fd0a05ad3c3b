import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { ReduceBodySchema } from "@/lib/schema/design-api";
import { reduceUpdates } from "@/lib/server/design/reduce";
import { handle } from "@/lib/server/http/handle";

export const POST = handle({ params: GraphParamsSchema, body: ReduceBodySchema }, ({ params, body, request }) =>
  reduceUpdates(params.graph_id, body, request.signal),
);
