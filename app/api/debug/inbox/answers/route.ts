import { AnswersBodySchema } from "@/lib/schema/inbox";
import { handle } from "@/lib/server/http/handle";
import { answerRequests } from "@/lib/server/inbox/answers";

export const POST = handle({ body: AnswersBodySchema, level: "approver" }, ({ body, actor, origin }) => answerRequests(body, { actor, origin }));
