import { RunBatchSchema } from "@/lib/schema/agent-server";
import { toApiRun } from "@/lib/server/api-run";
import { handle } from "@/lib/server/http/handle";
import { startBatch } from "@/lib/server/runs";

export const POST = handle({ body: RunBatchSchema }, async ({ body, actor, origin }) => (await startBatch(body, { actor, origin })).map(toApiRun));
