import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { CodeQuerySchema } from "@/lib/schema/design-api";
import { findDefinition } from "@/lib/server/design/language";
import { handle } from "@/lib/server/http/handle";

export const POST = handle({ params: GraphParamsSchema, body: CodeQuerySchema, level: "viewer" }, ({ params, body }) =>
  findDefinition(params.graph_id, body),
);
