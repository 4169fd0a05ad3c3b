import { SpanParamsSchema } from "@/lib/schema/span";
import { handle } from "@/lib/server/http/handle";
import { readSpanDetail } from "@/lib/server/spans";

export const GET = handle({ params: SpanParamsSchema }, ({ params }) => readSpanDetail(params.run_id, params.span_id));
