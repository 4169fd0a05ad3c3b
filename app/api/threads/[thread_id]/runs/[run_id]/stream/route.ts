import { RunStreamQuerySchema, ThreadRunParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { joinStream } from "@/lib/server/http/run-responses";

export const GET = handle({ params: ThreadRunParamsSchema, query: RunStreamQuerySchema }, ({ params, query, request }) =>
  joinStream({ threadId: params.thread_id, runId: params.run_id, query, request }),
);
