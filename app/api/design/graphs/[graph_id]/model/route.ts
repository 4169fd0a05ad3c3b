import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { getDesignModel } from "@/lib/server/design/design-model";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: GraphParamsSchema }, ({ params }) => getDesignModel(params.graph_id));
