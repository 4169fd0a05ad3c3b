import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { BaseTextSchema } from "@/lib/schema/design-api";
import { getBaseText } from "@/lib/server/design/base-text";
import { handle } from "@/lib/server/http/handle";

const QuerySchema = BaseTextSchema.pick({ since: true });

export const GET = handle({ params: GraphParamsSchema, query: QuerySchema }, ({ params, query }) => getBaseText(params.graph_id, query.since));
