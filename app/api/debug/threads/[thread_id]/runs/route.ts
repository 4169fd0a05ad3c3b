import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { RunPageQuerySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { listRuns } from "@/lib/server/runs";

export const GET = handle({ params: ThreadParamsSchema, query: RunPageQuerySchema }, ({ params, query }) => listRuns(params.thread_id, query));
