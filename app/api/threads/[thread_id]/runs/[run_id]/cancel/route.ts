import { RunCancelQuerySchema, ThreadRunParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { cancelRun, cancelSoon } from "@/lib/server/runs";

export const POST = handle({ params: ThreadRunParamsSchema, query: RunCancelQuerySchema }, async ({ params, query }) => {
  if (query.wait) return cancelRun(params.thread_id, params.run_id, query.action);
  await cancelSoon(params.thread_id, params.run_id, query.action);
  return new Response(null, { status: 202 });
});
