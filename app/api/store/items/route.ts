import { DeleteItemBodySchema, GetItemQuerySchema, PutItemBodySchema } from "@/lib/schema/store";
import { handle } from "@/lib/server/http/handle";
import { deleteStoreItem, getStoreItem, putStoreItem } from "@/lib/server/store";

export const PUT = handle({ body: PutItemBodySchema }, ({ body }) => putStoreItem(body));
export const GET = handle({ query: GetItemQuerySchema }, ({ query }) => getStoreItem(query));
export const DELETE = handle({ body: DeleteItemBodySchema }, ({ body }) => deleteStoreItem(body));
