import { AssistantParamsSchema } from "@/lib/schema/agent-server";
import { getAssistant } from "@/lib/server/assistants";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: AssistantParamsSchema }, ({ params }) => getAssistant(params.assistant_id));
