import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { BlameQuerySchema } from "@/lib/schema/travel";
import { readBlame } from "@/lib/server/blame";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: ThreadParamsSchema, query: BlameQuerySchema }, ({ params, query }) => readBlame(params.thread_id, query));
