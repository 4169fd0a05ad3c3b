import { z } from "zod";
import { CheckpointIdSchema, CheckpointNamespaceSchema, GraphIdSchema, InterruptIdSchema, NodeNameSchema, ThreadIdSchema } from "./ids";
import { StopSchema } from "./breakpoint";
import { JsonObjectSchema, JsonSchema, type JsonObject } from "./json";
import { ReplayModeSchema } from "./replay";
import { GotoSchema } from "./run";

/** `GET /api/debug/threads/{id}/timeline` */
export const TimelineQuerySchema = z.strictObject({
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  /** The checkpoints of all subgraphs that ran inside the namespace, in place of its own. */
  subgraphs: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  before: CheckpointIdSchema.optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1000),
});

/** `GET /api/debug/threads/{id}/checkpoints/{checkpoint_id}` */
export const CheckpointQuerySchema = z.object({ checkpoint_ns: CheckpointNamespaceSchema.default("") });

/** `GET /api/debug/threads/{id}/diff` */
export const DiffQuerySchema = z.object({
  from: CheckpointIdSchema,
  to: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  /** Lists that changed come with the items that differ alone, not whole: of a long list that is nearly all of the answer. */
  items_only: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
});

/** `POST /api/debug/threads/{id}/fork`: without values a copy of the checkpoint (a sibling), with values an update on top of it; `as_node` may be `KEEP_NEXT`. */
export const ForkBodySchema = z.strictObject({
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  values: JsonObjectSchema.optional(),
  as_node: NodeNameSchema.optional(),
  new_thread: z.boolean().default(false),
});
export type ForkBody = z.infer<typeof ForkBodySchema>;
export const ForkResultSchema = z.object({ thread_id: ThreadIdSchema, checkpoint_id: CheckpointIdSchema, checkpoint_ns: z.string() });
export type ForkResult = z.infer<typeof ForkResultSchema>;

/**
 * `POST /api/debug/threads/{id}/next`: changes what is next at a checkpoint by writing another one on top of it. Answers a
 * `ForkResult`. Other tasks that are next stay next.
 */
export const NextBodySchema = z.strictObject({
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  change: z.discriminatedUnion("kind", [
    /** As if the node had run and written nothing: its outgoing edges are followed. */
    z.strictObject({ kind: z.literal("skip"), node: NodeNameSchema }),
    /** As if the node had run and returned this. */
    z.strictObject({ kind: z.literal("output"), node: NodeNameSchema, values: JsonObjectSchema }),
    /** Go to other nodes instead of what is next. */
    z.strictObject({ kind: z.literal("goto"), goto: GotoSchema }),
  ]),
});
export type NextBody = z.input<typeof NextBodySchema>;

/** `POST /api/debug/threads/{id}/measures`: what the supersteps that start from these checkpoints took. */
export const MeasuresBodySchema = z.strictObject({
  places: z.array(z.strictObject({ checkpoint_id: CheckpointIdSchema, checkpoint_ns: CheckpointNamespaceSchema.default("") })).max(500),
});
export const MeasureSchema = z.object({
  checkpoint_ns: CheckpointNamespaceSchema,
  node: z.string(),
  /** Of the longest of its tasks, in milliseconds. */
  ms: z.number().nullable(),
  attempts: z.number().int(),
  /** Nothing ran: all its results came from the cache. */
  cached: z.boolean(),
});
export type Measure = z.infer<typeof MeasureSchema>;

/** `POST /api/debug/threads/{id}/preview`: what the reducers make of an edit, without saving it. */
export const PreviewBodySchema = z.strictObject({
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  values: JsonObjectSchema,
  as_node: NodeNameSchema.optional(),
});
export type PreviewBody = z.infer<typeof PreviewBodySchema>;
export const PreviewResultSchema = z.object({ values: JsonObjectSchema, next: z.array(z.string()) });
export type PreviewResult = z.infer<typeof PreviewResultSchema>;

/**
 * `POST /api/debug/runs`: start, continue, replay or resume, the way the workbench does it. Answers the `Run`.
 * `thread_id` null makes a thread. Exactly one of `input`, `answers` and neither (go on from the checkpoint).
 */
export const StartRunBodySchema = z.strictObject({
  graph_id: GraphIdSchema,
  thread_id: ThreadIdSchema.nullable().default(null),
  input: JsonSchema.optional(),
  answers: z.record(InterruptIdSchema, JsonSchema).optional(),
  checkpoint_id: CheckpointIdSchema.nullable().default(null),
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  interrupt_before: z.union([z.literal("*"), z.array(NodeNameSchema)]).default([]),
  interrupt_after: z.union([z.literal("*"), z.array(NodeNameSchema)]).default([]),
  recursion_limit: z.number().int().min(1).max(100_000).nullable().default(null),
  /** Stop at the workflow's enabled breakpoints. */
  breakpoints: z.boolean().default(true),
  stop: StopSchema.default({ at: "end" }),
  replay: ReplayModeSchema.default("live"),
});
export type StartRunBody = z.input<typeof StartRunBodySchema>;

/** A moment in a query, in any time zone; made UTC, as the database has it. */
const MomentSchema = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-11-30T00:00:00Z" })
  .transform((text) => new Date(text).toISOString());

/** A JSON object in a query. */
const JsonTextSchema = z
  .string()
  .max(10_000)
  .transform((text, context): JsonObject => {
    try {
      return z.record(z.string().max(200), JsonSchema).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: "custom", message: 'must be a JSON object such as {"user":"ann"}' });
      return z.NEVER;
    }
  });

/** `GET /api/debug/threads`. `since` is included, `until` is not. */
export const ThreadListQuerySchema = z.object({
  graph_id: GraphIdSchema.optional(),
  status: z.enum(["idle", "busy", "interrupted", "error"]).optional(),
  /** Words that must all stand in the title, the id or the metadata. */
  q: z.string().max(200).optional(),
  /** What the metadata must contain: objects key by key, lists item by item. */
  metadata: JsonTextSchema.optional(),
  created_since: MomentSchema.optional(),
  created_until: MomentSchema.optional(),
  updated_since: MomentSchema.optional(),
  updated_until: MomentSchema.optional(),
  sort: z.enum(["updated_at", "created_at"]).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});

/** `GET /api/debug/threads/{id}/runs`: newest first. */
export const RunPageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  offset: z.coerce.number().int().min(0).default(0),
});

/** `PATCH /api/debug/threads/{id}` */
export const ChangeThreadBodySchema = z
  .strictObject({
    title: z.string().trim().min(1).max(200).optional(),
    /** Gives a thread that another program wrote its workflow; a thread that has one keeps it. */
    graph_id: GraphIdSchema.optional(),
  })
  .refine((body) => body.title !== undefined || body.graph_id !== undefined, { message: "needs a title or a graph_id" });

/** Bodies of requests that say everything in their path. */
export const NoBodySchema = z.strictObject({});

/** `GET /api/design/graphs/{id}` */
export const GraphParamsSchema = z.object({ graph_id: GraphIdSchema });

/** `POST /api/login`: gives the browser a session cookie for the token. */
export const LoginBodySchema = z.strictObject({ token: z.string().min(1).max(1000) });
