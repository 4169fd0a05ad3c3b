import { AssistantGraphQuerySchema, AssistantParamsSchema } from "@/lib/schema/agent-server";
import { getDrawing } from "@/lib/server/assistants";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: AssistantParamsSchema, query: AssistantGraphQuerySchema }, ({ params, query }) =>
  getDrawing(params.assistant_id, query.xray),
);
