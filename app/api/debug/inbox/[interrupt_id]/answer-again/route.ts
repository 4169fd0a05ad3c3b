import { AnswerAgainBodySchema, InterruptParamsSchema } from "@/lib/schema/inbox";
import { handle } from "@/lib/server/http/handle";
import { answerAgain } from "@/lib/server/inbox/answer-again";

export const POST = handle({ params: InterruptParamsSchema, body: AnswerAgainBodySchema, level: "approver" }, ({ params, body, actor, origin }) =>
  answerAgain(params.interrupt_id, body, { actor, origin }),
);
