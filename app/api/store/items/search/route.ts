import { SearchItemsBodySchema } from "@/lib/schema/store";
import { handle } from "@/lib/server/http/handle";
import { searchStore } from "@/lib/server/store";

export const POST = handle({ body: SearchItemsBodySchema, level: "viewer" }, ({ body }) => searchStore(body));
