import { AuditParamsSchema } from "@/lib/schema/audit";
import { readAuditEntry } from "@/lib/server/audit";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: AuditParamsSchema }, ({ params }) => readAuditEntry(params.audit_id));
