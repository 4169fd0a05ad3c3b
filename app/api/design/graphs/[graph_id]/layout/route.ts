import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { LayoutBodySchema } from "@/lib/schema/design-api";
import { saveLayout } from "@/lib/server/design/layout";
import { handle } from "@/lib/server/http/handle";

export const PUT = handle({ params: GraphParamsSchema, body: LayoutBodySchema }, ({ params, body }) => saveLayout(params.graph_id, body));
