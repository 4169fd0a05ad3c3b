import { ThreadSearchSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { paged } from "@/lib/server/http/paged";
import { searchThreads } from "@/lib/server/api-threads";

export const POST = handle({ body: ThreadSearchSchema, level: "viewer" }, async ({ body }) => {
  const { threads, total } = await searchThreads(body);
  return paged(threads, { total, limit: body.limit, offset: body.offset });
});
