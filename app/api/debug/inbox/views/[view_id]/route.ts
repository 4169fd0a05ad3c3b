import { SavedViewParamsSchema } from "@/lib/schema/inbox";
import { handle } from "@/lib/server/http/handle";
import { deleteView } from "@/lib/server/inbox/views";

export const DELETE = handle({ params: SavedViewParamsSchema, level: "approver" }, ({ params }) => deleteView(params.view_id));
