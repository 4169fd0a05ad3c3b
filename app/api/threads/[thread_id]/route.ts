import { ThreadParamsSchema, ThreadPatchSchema } from "@/lib/schema/agent-server";
import { getApiThread, patchApiThread } from "@/lib/server/api-threads";
import { handle } from "@/lib/server/http/handle";
import { deleteThread } from "@/lib/server/threads";

export const GET = handle({ params: ThreadParamsSchema }, ({ params }) => getApiThread(params.thread_id));

export const PATCH = handle({ params: ThreadParamsSchema, body: ThreadPatchSchema }, async ({ params, body, request }) => {
  const thread = await patchApiThread(params.thread_id, body.metadata ?? {});
  return request.headers.get("prefer") === "return=minimal" ? undefined : thread;
});

export const DELETE = handle({ params: ThreadParamsSchema }, ({ params, actor, origin }) => deleteThread(params.thread_id, { actor, origin }));
