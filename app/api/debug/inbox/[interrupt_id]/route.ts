import { InboxPlaceQuerySchema, InterruptParamsSchema } from "@/lib/schema/inbox";
import { handle } from "@/lib/server/http/handle";
import { getRequest } from "@/lib/server/inbox/requests";

export const GET = handle({ params: InterruptParamsSchema, query: InboxPlaceQuerySchema }, ({ params, query, actor }) =>
  getRequest(params.interrupt_id, query.thread_id, actor),
);
