import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { WatchBodySchema } from "@/lib/schema/travel";
import { handle } from "@/lib/server/http/handle";
import { watchExpressions } from "@/lib/server/queries";

export const POST = handle({ params: ThreadParamsSchema, body: WatchBodySchema, level: "viewer" }, ({ params, body, request }) =>
  watchExpressions(params.thread_id, body, request.signal),
);
