import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { EditsBodySchema } from "@/lib/schema/design-api";
import { editDesignOnce } from "@/lib/server/design/edits";
import { handle } from "@/lib/server/http/handle";

export const POST = handle({ params: GraphParamsSchema, body: EditsBodySchema }, ({ params, body }) => editDesignOnce(params.graph_id, body));
