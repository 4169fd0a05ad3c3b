import { AssistantCountSchema } from "@/lib/schema/agent-server";
import { countAssistants } from "@/lib/server/assistants";
import { handle } from "@/lib/server/http/handle";

export const POST = handle({ body: AssistantCountSchema, level: "viewer" }, ({ body }) => countAssistants(body));
