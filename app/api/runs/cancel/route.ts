import { RunCancelQuerySchema, RunsCancelSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { cancelRuns } from "@/lib/server/runs";

export const POST = handle({ query: RunCancelQuerySchema, body: RunsCancelSchema }, ({ query, body }) => cancelRuns(body, query.action));
