import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { listInterrupts } from "@/lib/server/interrupts";

export const GET = handle({ params: ThreadParamsSchema }, ({ params }) => listInterrupts(params.thread_id));
