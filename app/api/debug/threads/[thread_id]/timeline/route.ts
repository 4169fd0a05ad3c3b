import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { TimelineQuerySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { readTimelineText } from "@/lib/server/timeline";

export const GET = handle({ params: ThreadParamsSchema, query: TimelineQuerySchema }, async ({ params, query }) => {
  const text = await readTimelineText(params.thread_id, query);
  return new Response(text, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
});
