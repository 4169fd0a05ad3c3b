import { StartRunBodySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { levelOfWorkbenchRun } from "@/lib/server/http/run-level";
import { startWorkbenchRun } from "@/lib/server/runs";

export const POST = handle({ body: StartRunBodySchema, level: levelOfWorkbenchRun }, ({ body, actor, origin }) =>
  startWorkbenchRun(body, { actor, origin }),
);
