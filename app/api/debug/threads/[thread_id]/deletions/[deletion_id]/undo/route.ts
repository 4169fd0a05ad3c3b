import { NoBodySchema } from "@/lib/schema/debug-api";
import { DeletionParamsSchema } from "@/lib/schema/travel";
import { undoDeletion } from "@/lib/server/deletions";
import { handle } from "@/lib/server/http/handle";

export const POST = handle({ params: DeletionParamsSchema, body: NoBodySchema }, ({ params }) => undoDeletion(params.thread_id, params.deletion_id));
