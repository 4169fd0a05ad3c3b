import { ThreadRunParamsSchema } from "@/lib/schema/agent-server";
import { toApiRun } from "@/lib/server/api-run";
import { handle } from "@/lib/server/http/handle";
import { deleteRun, getRun } from "@/lib/server/runs";

export const GET = handle({ params: ThreadRunParamsSchema }, async ({ params }) => toApiRun(await getRun(params.run_id, params.thread_id)));

export const DELETE = handle({ params: ThreadRunParamsSchema }, ({ params }) => deleteRun(params.thread_id, params.run_id));
