import { RunCreateSchema, ThreadParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { levelOfApiRun } from "@/lib/server/http/run-level";
import { createAndStream } from "@/lib/server/http/run-responses";

export const POST = handle({ params: ThreadParamsSchema, body: RunCreateSchema, level: levelOfApiRun }, ({ params, body, actor, origin }) =>
  createAndStream(params.thread_id, body, { actor, origin }),
);
