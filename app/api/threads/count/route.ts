import { ThreadCountSchema } from "@/lib/schema/agent-server";
import { countThreads } from "@/lib/server/api-threads";
import { handle } from "@/lib/server/http/handle";

export const POST = handle({ body: ThreadCountSchema, level: "viewer" }, ({ body }) => countThreads(body));
