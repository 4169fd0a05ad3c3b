import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { NextBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { changeNext } from "@/lib/server/next";

export const POST = handle({ params: ThreadParamsSchema, body: NextBodySchema }, ({ params, body }) => changeNext(params.thread_id, body));
