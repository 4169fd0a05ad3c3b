import { handle } from "@/lib/server/http/handle";
import { inboxEvents } from "@/lib/server/http/live-responses";

export const GET = handle({}, () => inboxEvents());
