import { interrupt } from "@langchain/langgraph";
import { z } from "zod";

/** One thing the person can answer. An interface may draw it as a button. */
export const ApprovalChoiceSchema = z.object({
  /** What the answer carries. */
  value: z.string(),
  /** What the button says. */
  label: z.string(),
  style: z.enum(["primary", "default", "danger"]).optional(),
  /** Whether a comment goes with the answer. Absent: none is asked for, but one may be given. */
  comment: z.enum(["optional", "required"]).optional(),
});
export type ApprovalChoice = z.infer<typeof ApprovalChoiceSchema>;

/** What an answer needs before it counts. Retrograph keeps to it, wherever the answer comes from; elsewhere it only tells. */
export const ApprovalRuleSchema = z.strictObject({
  /** Only people of this group may answer. */
  group: z.string().min(1).optional(),
  /** How many different people must give the same answer. A refusal counts at once. */
  approvers: z.union([z.literal(1), z.literal(2)]).optional(),
  /** Answered with `answer` when nobody has after so many seconds. */
  deadline: z
    .strictObject({
      seconds: z.number().int().min(1),
      answer: z.union([z.string(), z.strictObject({ choice: z.string(), comment: z.string().optional() })]),
    })
    .optional(),
});
export type ApprovalRule = z.infer<typeof ApprovalRuleSchema>;

/** The payload of the interrupt: what the person sees. Further fields are the workflow's own. */
export const ApprovalRequestSchema = z.looseObject({
  type: z.literal("approval"),
  title: z.string(),
  /** One or two sentences: what happens on approval. */
  description: z.string(),
  choices: z.array(ApprovalChoiceSchema).min(1),
  /** What the person may correct with the answer, by name, as it is now. */
  edit: z.record(z.string(), z.unknown()).optional(),
  approval: ApprovalRuleSchema.optional(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequestSchema>;

export type ApprovalQuestion = {
  title: string;
  description: string;
  choices: ApprovalChoice[];
  /** What the person needs in order to decide, e.g. the draft; shown beside the question. */
  details?: Record<string, unknown>;
  /** Values that the person may correct with the answer, by name. */
  edit?: Record<string, unknown>;
  /** Who must answer, and what is answered when nobody does in time. */
  approval?: ApprovalRule;
};

/** `changes`: what the person corrected, of what could be; left out where nothing was. */
export type ApprovalAnswer = { choice: string; comment: string | null; changes?: Record<string, unknown> };

/**
 * Pauses the graph until a person answers, and gives the answer.
 *
 * The answer is `{ "choice": "revise", "comment": "Shorter, please" }` or, without a comment, just `"approve"`;
 * `changes` corrects what the question lets be edited: `{ "choice": "approve", "changes": { "amount": 20 } }`.
 * It is checked before the node goes on: an unknown choice or a missing comment leaves the question open.
 * On resume the node runs again from its first line, so keep side effects out of it.
 */
export function askApproval({ details, ...question }: ApprovalQuestion): ApprovalAnswer {
  const request: ApprovalRequest = { ...details, type: "approval", ...question };
  const schema = approvalAnswerSchema(request.choices, Object.keys(question.edit ?? {}));
  checkRule(question.approval, schema);
  const answer: unknown = interrupt(request, { responseSchema: schema });
  const parsed = schema.parse(answer);
  if (typeof parsed === "string") return { choice: parsed, comment: null };
  return { choice: parsed.choice, comment: parsed.comment?.trim() || null, ...(parsed.changes === undefined ? {} : { changes: parsed.changes }) };
}

/** A default answer that would be refused when its time comes is found out when it is asked. */
function checkRule(rule: ApprovalRule | undefined, schema: ReturnType<typeof approvalAnswerSchema>): void {
  if (rule === undefined) return;
  const { deadline } = ApprovalRuleSchema.parse(rule);
  const problem = deadline === undefined ? undefined : schema.safeParse(deadline.answer).error?.issues[0];
  if (problem !== undefined) throw new Error(`The default answer of the deadline cannot be given. ${problem.message}`);
}

/** The schema of an answer to these choices; `editable` names what may be corrected with it. */
export function approvalAnswerSchema(choices: ApprovalChoice[], editable: readonly string[] = []) {
  const choice = z.enum(choices.map(({ value }) => value));
  const needComment = new Set(choices.filter(({ comment }) => comment === "required").map(({ value }) => value));
  const missing = "A comment is required with this choice: answer {choice, comment}.";
  const names = choices.map(({ value }) => value).join(", ");
  const changes = z.strictObject(Object.fromEntries(editable.map((name) => [name, z.unknown().optional()])));
  return z.union(
    [
      choice.refine((value) => !needComment.has(value), missing),
      z
        .strictObject({ choice, comment: z.string().max(10_000).nullish(), changes: changes.optional() })
        .refine((answer) => !needComment.has(answer.choice) || Boolean(answer.comment?.trim()), { path: ["comment"], message: missing }),
    ],
    { error: `That is none of the answers: give one of ${names}, or {choice, comment}.` },
  );
}
