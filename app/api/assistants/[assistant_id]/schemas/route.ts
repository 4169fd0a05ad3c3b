import { AssistantParamsSchema } from "@/lib/schema/agent-server";
import { getSchemas } from "@/lib/server/assistants";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: AssistantParamsSchema }, ({ params }) => getSchemas(params.assistant_id));
