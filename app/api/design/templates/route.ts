import { listTemplates } from "@/lib/server/design/templates";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({}, () => listTemplates());
