import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { readMarks } from "@/lib/server/marks";

export const GET = handle({ params: ThreadParamsSchema }, ({ params }) => readMarks(params.thread_id));
