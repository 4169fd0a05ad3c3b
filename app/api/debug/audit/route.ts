import { AuditQuerySchema } from "@/lib/schema/audit";
import { getAudit } from "@/lib/server/audit";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ query: AuditQuerySchema }, ({ query, actor, origin }) => getAudit(query, { actor, origin }));
