import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { PinsSchema } from "@/lib/schema/design-api";
import { getPins, setPins } from "@/lib/server/design/pins";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: GraphParamsSchema }, ({ params }) => getPins(params.graph_id));
export const PUT = handle({ params: GraphParamsSchema, body: PinsSchema }, ({ params, body }) => setPins(params.graph_id, body));
