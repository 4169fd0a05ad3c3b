import { SavedViewBodySchema } from "@/lib/schema/inbox";
import { handle } from "@/lib/server/http/handle";
import { listViews, saveView } from "@/lib/server/inbox/views";

export const GET = handle({}, () => listViews());
export const POST = handle({ body: SavedViewBodySchema, level: "approver" }, ({ body }) => saveView(body));
