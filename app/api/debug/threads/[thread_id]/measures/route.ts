import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { MeasuresBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { readMeasures } from "@/lib/server/measures";

export const POST = handle({ params: ThreadParamsSchema, body: MeasuresBodySchema, level: "viewer" }, ({ params, body }) =>
  readMeasures(params.thread_id, body),
);
