import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { ForkBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { forkThread } from "@/lib/server/updates";

export const POST = handle({ params: ThreadParamsSchema, body: ForkBodySchema }, ({ params, body }) => forkThread(params.thread_id, body));
