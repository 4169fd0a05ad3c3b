import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { FindBodySchema } from "@/lib/schema/travel";
import { handle } from "@/lib/server/http/handle";
import { findCheckpoint } from "@/lib/server/queries";

export const POST = handle({ params: ThreadParamsSchema, body: FindBodySchema, level: "viewer" }, ({ params, body, request }) =>
  findCheckpoint(params.thread_id, body, request.signal),
);
