import { handle } from "@/lib/server/http/handle";
import { listWebhooks } from "@/lib/server/webhooks";

export const GET = handle({}, () => listWebhooks());
