import { z } from "zod";
import { GraphIdSchema } from "@/lib/schema/ids";
import { streamDesign } from "@/lib/server/design/stream";
import { handle } from "@/lib/server/http/handle";
import { eventStream } from "@/lib/server/http/sse";

export const GET = handle({ query: z.object({ graph_id: GraphIdSchema }) }, async ({ query }) => eventStream(await streamDesign(query.graph_id)));
