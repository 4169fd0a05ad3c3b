import { RunCreateSchema } from "@/lib/schema/agent-server";
import { handle } from "@/lib/server/http/handle";
import { createInBackground } from "@/lib/server/http/run-responses";

export const POST = handle({ body: RunCreateSchema }, ({ body, actor, origin }) => createInBackground(null, body, { actor, origin }));
