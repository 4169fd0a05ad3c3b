import { z } from "zod";
import { GroupSchema, PersonNameSchema } from "./access";
import { CheckpointIdSchema, GraphIdSchema, InterruptIdSchema, NodeNameSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import { JsonSchema } from "./json";
import { ReplayModeSchema } from "./replay";
import { RunSchema } from "./run";
import { InterruptSchema } from "./thread";

/**
 * What a payload is, by its shape: of the kit's `askApproval` or `approvalNode`; of LangChain's human-in-the-loop
 * middleware; of the agent inbox (`HumanInterrupt`); with a JSON schema for the answer; with choices; a text; anything else.
 */
export const RequestKindSchema = z.enum(["approval", "tool_review", "agent_inbox", "form", "choice", "question", "other"]);
export type RequestKind = z.infer<typeof RequestKindSchema>;

/** What an answer needs before it counts. A payload may bring one under `approval`; the workflow's own settings add to it, the stricter counts. */
export const ApprovalRuleSchema = z.strictObject({
  /** Only people of this group may answer. */
  group: GroupSchema.nullable().default(null),
  /** How many different people must give the same answer. A refusal counts at once. */
  approvers: z.number().int().min(1).max(2).default(1),
  /** Answered with `answer` when nobody has after so long. */
  deadline: z
    .strictObject({
      seconds: z
        .number()
        .int()
        .min(1)
        .max(366 * 86_400),
      answer: JsonSchema,
    })
    .nullable()
    .default(null),
});
export type ApprovalRule = z.infer<typeof ApprovalRuleSchema>;

/** What holds for a request: its own rule and those of the settings together. Who answers must be in all of `groups`; `group` is the first. */
export const EffectiveRuleSchema = ApprovalRuleSchema.extend({ groups: z.array(GroupSchema).default([]) });
export type EffectiveRule = z.infer<typeof EffectiveRuleSchema>;

/** `GET`, `PUT /api/debug/graphs/{id}/approval-rules`: for all nodes (`node` null) or one. */
export const ApprovalRulesSchema = z.strictObject({
  rules: z.array(z.strictObject({ node: NodeNameSchema.nullable(), rule: ApprovalRuleSchema })).max(200),
});
export type ApprovalRules = z.infer<typeof ApprovalRulesSchema>;

/** `DELETE /api/debug/inbox/{interrupt_id}/vote?thread_id=`: takes one's own vote back. */
export const VoteQuerySchema = z.object({ thread_id: ThreadIdSchema });

/** One of two answers that are needed. */
export const VoteSchema = z.object({ by: PersonNameSchema, verified: z.boolean(), answer: JsonSchema, at: z.string() });
export type Vote = z.infer<typeof VoteSchema>;

/** A request in the list. The text of `title` and `summary` is from the payload, cut. */
export const InboxItemSchema = z.object({
  thread_id: ThreadIdSchema,
  interrupt_id: InterruptIdSchema,
  graph_id: GraphIdSchema,
  run_id: RunIdSchema,
  checkpoint_id: CheckpointIdSchema,
  /** As the node is drawn: `child:inner` for one in a subgraph. */
  node: z.string(),
  status: z.enum(["waiting", "answered", "gone"]),
  kind: RequestKindSchema,
  title: z.string(),
  summary: z.string(),
  thread_title: z.string(),
  asked_at: z.string(),
  answered_at: z.string().nullable(),
  answered_by: z.string().nullable(),
  assignee: PersonNameSchema.nullable(),
  /** It is out of the way until then; ISO 8601. */
  snoozed_until: z.string().nullable(),
  /** When its default answer is given; null without a deadline. */
  due_at: z.string().nullable(),
  /** What must come together before it counts. */
  approvers: z.number().int(),
  votes: z.number().int(),
  group: z.string().nullable(),
  /** Side effects stood before the question when its node last ran: an answer repeats them. */
  repeats: z.number().int(),
});
export type InboxItem = z.infer<typeof InboxItemSchema>;

/** Which requests: `waiting` without those that are snoozed. */
export const InboxBoxSchema = z.enum(["waiting", "snoozed", "answered"]);

export const InboxFilterSchema = z.object({
  box: InboxBoxSchema.default("waiting"),
  /** Words that must all stand in title, summary, thread title, node or workflow. */
  q: z.string().max(200).optional(),
  graph_id: GraphIdSchema.optional(),
  kind: RequestKindSchema.optional(),
  /** A name, or `nobody`, or `me`. */
  assigned_to: z.string().max(80).optional(),
  /** Asked at least so many seconds ago. */
  older_than: z.coerce.number().int().min(0).optional(),
  thread_id: ThreadIdSchema.optional(),
  sort: z.enum(["oldest", "newest", "due"]).default("oldest"),
});
export type InboxFilter = z.infer<typeof InboxFilterSchema>;

/** `GET /api/debug/inbox` */
export const InboxQuerySchema = InboxFilterSchema.extend({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});
export type InboxQuery = z.input<typeof InboxQuerySchema>;

export const InboxCountsSchema = z.object({ waiting: z.number().int(), snoozed: z.number().int(), answered: z.number().int() });
export type InboxCounts = z.infer<typeof InboxCountsSchema>;
export const InboxPageSchema = z.object({ items: z.array(InboxItemSchema), total: z.number().int(), counts: InboxCountsSchema });
export type InboxPage = z.infer<typeof InboxPageSchema>;

/** Whether the workflow can still take the answer. */
export const RequestWorkflowSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ok") }),
  /** It is other code than when it asked; an answer runs the current one. */
  z.object({ status: z.literal("changed"), message: z.string() }),
  /** An answer would be refused: the node or workflow is gone or does not load. `can_map`: another node can take its place. */
  z.object({ status: z.literal("blocked"), message: z.string(), can_map: z.boolean() }),
]);

/** `GET /api/debug/inbox/{interrupt_id}?thread_id=`; without a thread the newest with that id. */
export const InboxDetailSchema = z.object({
  item: InboxItemSchema,
  interrupt: InterruptSchema,
  rule: EffectiveRuleSchema,
  votes: z.array(VoteSchema),
  /** Other requests of the thread that wait at the same checkpoint. */
  beside: z.array(InboxItemSchema),
  workflow: RequestWorkflowSchema,
  /** Null where the asker may answer, else why not. */
  may_not_answer: z.string().nullable(),
});
export type InboxDetail = z.infer<typeof InboxDetailSchema>;
export const InboxPlaceQuerySchema = z.object({ thread_id: ThreadIdSchema.optional() });
export const InterruptParamsSchema = z.object({ interrupt_id: InterruptIdSchema });

/**
 * `POST /api/debug/inbox/answers`: answers to any number of requests. Those of one thread and checkpoint are one resume, all
 * or none; threads succeed or fail by themselves.
 */
export const AnswersBodySchema = z.strictObject({
  answers: z
    .array(z.strictObject({ thread_id: ThreadIdSchema, interrupt_id: InterruptIdSchema, answer: JsonSchema }))
    .min(1)
    .max(500),
  replay: ReplayModeSchema.default("live"),
});
export type AnswersBody = z.input<typeof AnswersBodySchema>;

export const AnswerOutcomeSchema = z.discriminatedUnion("status", [
  /** The run that carries it has started. */
  z.object({ status: z.literal("sent"), run: RunSchema }),
  /** It is kept; so many more people must give the same answer. */
  z.object({
    status: z.literal("vote"),
    missing: z.number().int(),
    /** Who gave another answer. */
    differs_from: z.array(z.string()).optional(),
  }),
  z.object({ status: z.literal("refused"), code: z.string(), message: z.string(), details: z.unknown().optional() }),
]);
export const AnswersResultSchema = z.object({
  results: z.array(z.object({ thread_id: ThreadIdSchema, interrupt_id: InterruptIdSchema, outcome: AnswerOutcomeSchema })),
});
export type AnswersResult = z.infer<typeof AnswersResultSchema>;

/** `POST /api/debug/inbox/{interrupt_id}/answer-again`: goes back before a request that was answered and answers it differently, on a branch of its own. Answers the `Run`. */
export const AnswerAgainBodySchema = z.strictObject({ thread_id: ThreadIdSchema, answer: JsonSchema, replay: ReplayModeSchema.default("live") });
export type AnswerAgainBody = z.input<typeof AnswerAgainBodySchema>;

/** `PATCH /api/debug/inbox`: of several requests at once. `snoozed_until` null wakes them up. */
export const ChangeRequestsBodySchema = z.strictObject({
  requests: z
    .array(z.strictObject({ thread_id: ThreadIdSchema, interrupt_id: InterruptIdSchema }))
    .min(1)
    .max(500),
  assignee: PersonNameSchema.nullable().optional(),
  snoozed_until: z.iso.datetime({ offset: true }).nullable().optional(),
});
export type ChangeRequestsBody = z.input<typeof ChangeRequestsBodySchema>;

/** `GET`, `POST /api/debug/inbox/views`, `DELETE …/views/{view_id}`: filters by a name. */
export const SavedViewSchema = z.object({ view_id: z.uuid(), name: z.string(), filter: InboxFilterSchema, created_at: z.string() });
export type SavedView = z.infer<typeof SavedViewSchema>;
export const SavedViewParamsSchema = z.object({ view_id: z.uuid("must be a UUID") });
export const SavedViewBodySchema = z.strictObject({ name: z.string().trim().min(1).max(60), filter: InboxFilterSchema });
export type SavedViewBody = z.input<typeof SavedViewBodySchema>;

/** `GET /api/debug/inbox/events`: one SSE message each, `type` as event name. What changed is read again. */
export const InboxEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), counts: InboxCountsSchema }),
  z.object({ type: z.literal("asked"), item: InboxItemSchema, counts: InboxCountsSchema }),
  z.object({ type: z.literal("changed"), thread_id: ThreadIdSchema, interrupt_id: InterruptIdSchema.nullable(), counts: InboxCountsSchema }),
]);
export type InboxEvent = z.infer<typeof InboxEventSchema>;
