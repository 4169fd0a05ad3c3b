import { NamespacesBodySchema } from "@/lib/schema/store";
import { handle } from "@/lib/server/http/handle";
import { listStoreNamespaces } from "@/lib/server/store";

export const POST = handle({ body: NamespacesBodySchema, level: "viewer" }, ({ body }) => listStoreNamespaces(body));
