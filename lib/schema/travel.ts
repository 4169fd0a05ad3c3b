import { z } from "zod";
import { ExpressionTextSchema } from "./breakpoint";
import { ChannelChangeSchema, CheckpointSourceSchema } from "./checkpoint";
import { CheckpointIdSchema, CheckpointNamespaceSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import { JsonSchema } from "./json";
import { SpanTotalsSchema } from "./span";

/** Colours that a branch may have; `globals.css` has them for both themes. */
export const BranchColourSchema = z.enum(["violet", "blue", "teal", "green", "amber", "orange", "red", "pink"]);
export type BranchColour = z.infer<typeof BranchColourSchema>;

/** What a person noted on a checkpoint. */
export const CheckpointMarkSchema = z.object({
  checkpoint_ns: CheckpointNamespaceSchema,
  checkpoint_id: CheckpointIdSchema,
  label: z.string().nullable(),
  note: z.string().nullable(),
  starred: z.boolean(),
});
export type CheckpointMark = z.infer<typeof CheckpointMarkSchema>;

/** A branch's name and colour. `branch_id` is its first checkpoint, as in `lib/graph/branches.ts`. */
export const BranchMarkSchema = z.object({ branch_id: CheckpointIdSchema, name: z.string().nullable(), colour: BranchColourSchema.nullable() });
export type BranchMark = z.infer<typeof BranchMarkSchema>;

/** `PUT /api/debug/threads/{id}/marks/{checkpoint_id}`; a mark without anything is removed. */
export const MarkBodySchema = z.strictObject({
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  label: z.string().trim().max(100).nullable().optional(),
  note: z.string().trim().max(10_000).nullable().optional(),
  starred: z.boolean().optional(),
});
export type MarkBody = z.input<typeof MarkBodySchema>;
/** `PUT /api/debug/threads/{id}/branches/{checkpoint_id}`: name and colour of the branch that begins there. */
export const BranchBodySchema = z.strictObject({
  name: z.string().trim().max(100).nullable().optional(),
  colour: BranchColourSchema.nullable().optional(),
});
export type BranchBody = z.input<typeof BranchBodySchema>;

/**
 * `DELETE /api/debug/threads/{id}/branches/{checkpoint_id}`: the checkpoint (also one of a subgraph) and all its
 * descendants, with the states of the subgraphs that ran between them. `POST …/deletions/{deletion_id}/undo` brings them back, until they are purged.
 */
export const BranchDeletionSchema = z.object({
  deletion_id: z.uuid(),
  checkpoints: z.number().int(),
  parent_checkpoint_id: CheckpointIdSchema.nullable(),
});
export type BranchDeletion = z.infer<typeof BranchDeletionSchema>;

export const DeletionParamsSchema = z.object({ thread_id: ThreadIdSchema, deletion_id: z.uuid() });

/** `GET /api/debug/threads/{id}/marks`. `deletions`: deleted branches that can still be brought back, newest first. */
export const MarksSchema = z.object({
  checkpoints: z.array(CheckpointMarkSchema),
  branches: z.array(BranchMarkSchema),
  deletions: z.array(z.object({ deletion_id: z.uuid(), checkpoints: z.number().int(), deleted_at: z.string() })),
});
export type Marks = z.infer<typeof MarksSchema>;

/** Who wrote a value: one task of one superstep, or an input or update from outside. */
export const WriterSchema = z.object({
  checkpoint_id: CheckpointIdSchema,
  step: z.number().int(),
  source: CheckpointSourceSchema,
  run_id: RunIdSchema.nullable(),
  /** Null where it cannot be told which of several parallel nodes it was (`nodes` has them all), and for inputs. */
  node: z.string().nullable(),
  nodes: z.array(z.string()),
  task_id: z.string().nullable(),
});
export type Writer = z.infer<typeof WriterSchema>;

/** `GET /api/debug/threads/{id}/blame?checkpoint_id=&checkpoint_ns=` */
export const BlameSchema = z.object({
  checkpoint_id: CheckpointIdSchema,
  writers: z.array(WriterSchema),
  channels: z.record(
    z.string(),
    z.object({
      /** Index into `writers` of the last write; null for a value that nobody on this path wrote (a default). */
      writer: z.number().int().nullable(),
      /** For lists: per item, in the order of the value, who added or last changed it. */
      items: z.array(z.number().int().nullable()).nullable(),
      /** False when the thread was too long to look all the way back: items without a writer are older than those with one. */
      is_complete: z.boolean(),
    }),
  ),
});
export type Blame = z.infer<typeof BlameSchema>;

/** An expression's value at a checkpoint, or why it has none. */
export const EvaluatedSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: JsonSchema }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);
export type Evaluated = z.infer<typeof EvaluatedSchema>;

/** `POST /api/debug/threads/{id}/watch`: expressions over the checkpoints from the root to `checkpoint_id`. */
export const WatchBodySchema = z.strictObject({
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  expressions: z.array(ExpressionTextSchema).min(1).max(20),
  /** At most so many checkpoints, spread evenly over the path with both ends. */
  limit: z.number().int().min(2).max(2000).default(500),
});
export type WatchBody = z.input<typeof WatchBodySchema>;
export const WatchResultSchema = z.object({
  /** Oldest first. */
  points: z.array(z.object({ checkpoint_id: CheckpointIdSchema, step: z.number().int(), values: z.array(EvaluatedSchema) })),
  /** Checkpoints on the path, of which `points` may be a part. */
  total: z.number().int(),
});
export type WatchResult = z.infer<typeof WatchResultSchema>;

/** `POST /api/debug/threads/{id}/find`: the first checkpoint on the path to `checkpoint_id` at which the condition holds. */
export const FindBodySchema = z.strictObject({
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  condition: ExpressionTextSchema,
  /** `binary` is right only for what stays true once it is. */
  strategy: z.enum(["linear", "binary"]).default("linear"),
});
export type FindBody = z.input<typeof FindBodySchema>;
export const FindResultSchema = z.object({
  found: z.object({ checkpoint_id: CheckpointIdSchema, step: z.number().int(), values: JsonSchema }).nullable(),
  examined: z.number().int(),
  total: z.number().int(),
  ms: z.number(),
  /** Checkpoints at which the condition could not be evaluated, and the first reason. */
  failed: z.object({ count: z.number().int(), message: z.string() }).nullable(),
});
export type FindResult = z.infer<typeof FindResultSchema>;

/** One side of two compared branches, from where they parted to the compared checkpoint. */
const BranchSideSchema = z.object({
  checkpoint_id: CheckpointIdSchema,
  /** Oldest first, without the common ancestor. */
  path: z.array(
    z.object({
      checkpoint_id: CheckpointIdSchema,
      step: z.number().int(),
      source: CheckpointSourceSchema,
      nodes: z.array(z.string()),
      next: z.array(z.string()),
      changed: z.array(z.string()),
      run_id: RunIdSchema.nullable(),
    }),
  ),
  runs: z.array(RunIdSchema),
  /** Wall time of the runs on this side in milliseconds, waiting for people left out. */
  ms: z.number(),
  totals: SpanTotalsSchema,
});
export type BranchSide = z.infer<typeof BranchSideSchema>;

/** `GET /api/debug/threads/{id}/compare?a=&b=` */
export const BranchComparisonSchema = z.object({
  common_ancestor: CheckpointIdSchema.nullable(),
  a: BranchSideSchema,
  b: BranchSideSchema,
  /** The steps of both sides laid side by side: steps that ran the same nodes from the same place stand in one row. */
  rows: z.array(
    z.object({
      a: CheckpointIdSchema.nullable(),
      b: CheckpointIdSchema.nullable(),
      /** Channels whose values differ between the two; null where only one side has a step, and where it is not known: a state is damaged, or the path too long. */
      differing: z.array(z.string()).nullable(),
    }),
  ),
  /** The first place where the sides are not the same, and in what. Null when one continues the other or nothing differs. */
  parted: z
    .object({
      a: CheckpointIdSchema.nullable(),
      b: CheckpointIdSchema.nullable(),
      /** `edit`: an update or fork wrote other values. `value`: the same nodes wrote other values. `route`: other nodes were next. `end`: one side goes on. */
      why: z.enum(["edit", "value", "route", "end"]),
      channel: z.string().nullable(),
      before: JsonSchema.optional(),
      after: JsonSchema.optional(),
      /** What was next on either side, for `route`. */
      a_next: z.array(z.string()),
      b_next: z.array(z.string()),
    })
    .nullable(),
  /** Differences between the two compared checkpoints. */
  channels: z.array(ChannelChangeSchema),
});
export type BranchComparison = z.infer<typeof BranchComparisonSchema>;
export const ComparisonQuerySchema = z.object({ a: CheckpointIdSchema, b: CheckpointIdSchema, checkpoint_ns: CheckpointNamespaceSchema.default("") });
export const BlameQuerySchema = z.object({ checkpoint_id: CheckpointIdSchema, checkpoint_ns: CheckpointNamespaceSchema.default("") });
