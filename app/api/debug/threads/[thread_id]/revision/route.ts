import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { RevisionQuerySchema } from "@/lib/schema/explain";
import { handle } from "@/lib/server/http/handle";
import { reportRevision } from "@/lib/server/revision";

export const GET = handle({ params: ThreadParamsSchema, query: RevisionQuerySchema }, ({ params, query }) => reportRevision(params.thread_id, query));
