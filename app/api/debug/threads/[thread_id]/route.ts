import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { ChangeThreadBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { changeThread, deleteThread, getThreadSummary } from "@/lib/server/threads";

export const GET = handle({ params: ThreadParamsSchema }, ({ params }) => getThreadSummary(params.thread_id));

export const PATCH = handle({ params: ThreadParamsSchema, body: ChangeThreadBodySchema }, ({ params, body }) => changeThread(params.thread_id, body));

export const DELETE = handle({ params: ThreadParamsSchema }, ({ params, actor, origin }) => deleteThread(params.thread_id, { actor, origin }));
