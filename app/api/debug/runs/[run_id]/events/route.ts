import { RunParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { runEvents } from "@/lib/server/http/live-responses";

export const GET = handle({ params: RunParamsSchema }, ({ params, request }) => runEvents(params.run_id, request));
