import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { WhyQuerySchema } from "@/lib/schema/explain";
import { handle } from "@/lib/server/http/handle";
import { explainNode } from "@/lib/server/why";

export const GET = handle({ params: ThreadParamsSchema, query: WhyQuerySchema }, ({ params, query }) => explainNode(params.thread_id, query));
