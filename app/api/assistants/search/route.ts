import { AssistantSearchSchema } from "@/lib/schema/agent-server";
import { searchAssistants } from "@/lib/server/assistants";
import { handle } from "@/lib/server/http/handle";
import { paged } from "@/lib/server/http/paged";

export const POST = handle({ body: AssistantSearchSchema, level: "viewer" }, async ({ body }) => {
  const { assistants, total } = await searchAssistants(body);
  return paged(assistants, { total, limit: body.limit, offset: body.offset });
});
