import { PruneBodySchema } from "@/lib/schema/storage";
import { handle } from "@/lib/server/http/handle";
import { pruneStorage } from "@/lib/server/storage";

export const POST = handle({ body: PruneBodySchema }, ({ body }) => pruneStorage(body));
