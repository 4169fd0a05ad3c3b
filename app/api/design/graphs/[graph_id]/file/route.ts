import { z } from "zod";
import { GraphParamsSchema } from "@/lib/schema/debug-api";
import { getSourceFile } from "@/lib/server/design/files";
import { handle } from "@/lib/server/http/handle";

const QuerySchema = z.object({ file: z.string().min(1).max(1000) });

export const GET = handle({ params: GraphParamsSchema, query: QuerySchema }, ({ params, query }) => getSourceFile(params.graph_id, query.file));
