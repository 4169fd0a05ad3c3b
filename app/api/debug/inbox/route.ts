import { ChangeRequestsBodySchema, InboxQuerySchema } from "@/lib/schema/inbox";
import { handle } from "@/lib/server/http/handle";
import { changeRequests } from "@/lib/server/inbox/change-requests";
import { listRequests } from "@/lib/server/inbox/requests";

export const GET = handle({ query: InboxQuerySchema }, ({ query, actor }) => listRequests(query, actor));
export const PATCH = handle({ body: ChangeRequestsBodySchema, level: "approver" }, ({ body, actor, origin }) =>
  changeRequests(body, { actor, origin }),
);
