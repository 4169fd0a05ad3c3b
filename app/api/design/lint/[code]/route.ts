import { LintParamsSchema } from "@/lib/schema/lint";
import { getLintPage } from "@/lib/server/design/lint-page";
import { handle } from "@/lib/server/http/handle";

export const GET = handle({ params: LintParamsSchema }, ({ params }) => getLintPage(params.code));
