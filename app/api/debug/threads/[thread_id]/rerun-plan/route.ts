import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { RerunPlanBodySchema } from "@/lib/schema/rerun";
import { getApp } from "@/lib/server/app";
import { handle } from "@/lib/server/http/handle";
import { planRerun } from "@/lib/server/rerun-plan";

export const POST = handle({ params: ThreadParamsSchema, body: RerunPlanBodySchema, level: "viewer" }, async ({ params, body }) =>
  planRerun(await getApp(), params.thread_id, body),
);
