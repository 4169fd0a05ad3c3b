import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { TimelineQuerySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { readTimeline } from "@/lib/server/timeline";

export const GET = handle({ params: ThreadParamsSchema, query: TimelineQuerySchema }, ({ params, query }) => readTimeline(params.thread_id, query));
