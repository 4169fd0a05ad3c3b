import { PingBodySchema } from "@/lib/schema/webhooks";
import { handle } from "@/lib/server/http/handle";
import { pingWebhook } from "@/lib/server/webhooks";

export const POST = handle({ body: PingBodySchema }, ({ body, actor, origin }) => pingWebhook(body.webhook, { actor, origin }));
