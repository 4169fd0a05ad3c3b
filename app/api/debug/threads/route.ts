import { ThreadListQuerySchema } from "@/lib/schema/debug-api";
import { handle } from "@/lib/server/http/handle";
import { listThreadSummaries } from "@/lib/server/threads";

export const GET = handle({ query: ThreadListQuerySchema }, ({ query }) => listThreadSummaries(query));
