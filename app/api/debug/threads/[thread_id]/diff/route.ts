import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { DiffQuerySchema } from "@/lib/schema/debug-api";
import { diffCheckpoints } from "@/lib/server/checkpoints";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: ThreadParamsSchema, query: DiffQuerySchema }, ({ params, query }) => diffCheckpoints(params.thread_id, query));
