import { HistoryBodySchema, HistoryQuerySchema, ThreadParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { jsonTextResponse } from "@/lib/server/http/json-response";
import { threadHistoryText } from "@/lib/server/thread-state";

export const GET = handle({ params: ThreadParamsSchema, query: HistoryQuerySchema }, ({ params, query }) =>
  jsonTextResponse(threadHistoryText(params.thread_id, query)),
);

export const POST = handle({ params: ThreadParamsSchema, body: HistoryBodySchema, level: "viewer" }, ({ params, body }) =>
  jsonTextResponse(
    threadHistoryText(params.thread_id, {
      limit: body.limit ?? 10,
      before: body.before ?? undefined,
      checkpoint_ns: body.checkpoint?.checkpoint_ns ?? undefined,
      metadata: body.metadata ?? undefined,
    }),
  ),
);
