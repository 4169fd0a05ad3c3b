import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { ComparisonQuerySchema } from "@/lib/schema/travel";
import { compareBranches } from "@/lib/server/compare";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: ThreadParamsSchema, query: ComparisonQuerySchema }, ({ params, query }) =>
  compareBranches(params.thread_id, query),
);
