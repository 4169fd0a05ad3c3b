import { ThreadParamsSchema } from "@/lib/schema/agent-server";
import { MigrateBodySchema } from "@/lib/schema/explain";
import { handle } from "@/lib/server/http/handle";
import { migrateCheckpoint } from "@/lib/server/migrate";

export const POST = handle({ params: ThreadParamsSchema, body: MigrateBodySchema }, ({ params, body }) => migrateCheckpoint(params.thread_id, body));
