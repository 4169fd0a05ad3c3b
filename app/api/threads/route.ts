import { ThreadCreateSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { createApiThread } from "@/lib/server/api-threads";

export const POST = handle({ body: ThreadCreateSchema }, ({ body }) => createApiThread(body));
