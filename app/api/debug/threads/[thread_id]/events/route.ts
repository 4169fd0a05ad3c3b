import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { threadEvents } from "@/lib/server/http/live-responses";

export const GET = handle({ params: ThreadParamsSchema }, ({ params }) => threadEvents(params.thread_id));
