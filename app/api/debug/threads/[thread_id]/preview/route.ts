import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { PreviewBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { previewUpdate } from "@/lib/server/updates";

export const POST = handle({ params: ThreadParamsSchema, body: PreviewBodySchema }, ({ params, body }) => previewUpdate(params.thread_id, body));
