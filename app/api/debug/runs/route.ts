import { StartRunBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { startWorkbenchRun } from "@/lib/server/runs";

export const POST = handle({ body: StartRunBodySchema }, ({ body, actor, origin }) => startWorkbenchRun(body, { actor, origin }));
