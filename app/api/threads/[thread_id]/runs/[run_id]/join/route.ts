import { RunJoinQuerySchema, ThreadRunParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { levelOfJoin } from "@/lib/server/http/run-level";
import { joinAndWait } from "@/lib/server/http/run-responses";

export const GET = handle({ params: ThreadRunParamsSchema, query: RunJoinQuerySchema, level: levelOfJoin }, ({ params, query }) =>
  joinAndWait(params.thread_id, params.run_id, query.cancel_on_disconnect),
);
