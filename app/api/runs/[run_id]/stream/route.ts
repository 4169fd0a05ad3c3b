import { RunParamsSchema, RunStreamQuerySchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { levelOfJoin } from "@/lib/server/http/run-level";
import { joinStream } from "@/lib/server/http/run-responses";

export const GET = handle({ params: RunParamsSchema, query: RunStreamQuerySchema, level: levelOfJoin }, ({ params, query, request }) =>
  joinStream({ runId: params.run_id, query, request }),
);
