import { PurgeBodySchema } from "@/lib/schema/storage";
import { handle } from "@/lib/server/http/handle";
import { purgeDeleted } from "@/lib/server/storage";

export const POST = handle({ body: PurgeBodySchema }, ({ body }) => purgeDeleted(body.deletion_ids));
