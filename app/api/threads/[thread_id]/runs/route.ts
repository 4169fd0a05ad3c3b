import { RunCreateSchema, RunListQuerySchema, ThreadParamsSchema } from "@/lib/schema/agent-server";
import { statusesOf, toApiRun } from "@/lib/server/api-run";
import { handle } from "@/lib/server/http/handle";
import { levelOfApiRun } from "@/lib/server/http/run-level";
import { createInBackground } from "@/lib/server/http/run-responses";
import { listRuns } from "@/lib/server/runs";

export const GET = handle({ params: ThreadParamsSchema, query: RunListQuerySchema }, async ({ params, query }) => {
  const statuses = query.status === undefined ? undefined : statusesOf(query.status);
  return (await listRuns(params.thread_id, { ...query, statuses })).map(toApiRun);
});

export const POST = handle({ params: ThreadParamsSchema, body: RunCreateSchema, level: levelOfApiRun }, ({ params, body, actor, origin }) =>
  createInBackground(params.thread_id, body, { actor, origin }),
);
