import { InterruptParamsSchema, VoteQuerySchema } from "@/lib/schema/inbox";
import { withdrawVote } from "@/lib/server/approval-rules";
import { handle } from "@/lib/server/http/handle";

export const DELETE = handle({ params: InterruptParamsSchema, query: VoteQuerySchema, level: "approver" }, ({ params, query, actor, origin }) =>
  withdrawVote({ actor, origin }, { thread_id: query.thread_id, interrupt_id: params.interrupt_id }),
);
