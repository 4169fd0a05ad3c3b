import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { RenameGraphBodySchema } from "@/lib/schema/design-api";
import { deleteGraph } from "@/lib/server/design/delete-graph";
import { renameGraph } from "@/lib/server/design/rename-graph";
import { handle } from "@/lib/server/http/handle";
import { getWorkflow } from "@/lib/server/workflows";

export const GET = handle({ params: GraphParamsSchema }, ({ params }) => getWorkflow(params.graph_id));

export const PATCH = handle({ params: GraphParamsSchema, body: RenameGraphBodySchema }, ({ params, body }) => renameGraph(params.graph_id, body.id));

export const DELETE = handle({ params: GraphParamsSchema }, ({ params }) => deleteGraph(params.graph_id));
