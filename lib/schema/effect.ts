import { z } from "zod";
import { CheckpointIdSchema, GraphIdSchema, RunIdSchema, ThreadIdSchema } from "./ids";

/** One execution of something that changes the world outside: a tool call, an `effect()`, or what its name says changes something. */
export const EffectSchema = z.object({
  run_id: RunIdSchema,
  span_id: z.string(),
  thread_id: ThreadIdSchema,
  graph_id: GraphIdSchema,
  checkpoint_ns: z.string(),
  checkpoint_id: CheckpointIdSchema.nullable(),
  /** As drawn. */
  node: z.string(),
  task_id: z.string().nullable(),
  step: z.number().int().nullable(),
  attempt: z.number().int(),
  name: z.string(),
  /** SHA-256 of the arguments without their idempotency key. */
  input_hash: z.string(),
  idempotency_key: z.string().nullable(),
  /** `live`: it ran. `kept`: its earlier result was returned without running it. `recorded`, `stubbed`: of a replay. */
  source: z.enum(["live", "kept", "recorded", "stubbed"]),
  /** `interrupted`: it asked a person and begins anew with the answer. What `failed` or `lost` ones did until then is not known. */
  status: z.enum(["running", "done", "failed", "interrupted", "lost"]),
  /** It ran, and said that it had been done before. Null where it does not tell. */
  deduplicated: z.boolean().nullable(),
  at: z.string(),
});
export type Effect = z.infer<typeof EffectSchema>;

/**
 * The same effect more than once. `resume`, `retry`: for one task. `replay`: once more on another branch, with the same
 * arguments. `loop`: the same call with the same arguments at another step of one branch.
 */
export const RepeatSchema = z.object({
  cause: z.enum(["resume", "retry", "replay", "loop"]),
  name: z.string(),
  node: z.string(),
  thread_id: ThreadIdSchema,
  thread_title: z.string(),
  graph_id: GraphIdSchema,
  /** How many executions there are. */
  times: z.number().int().min(2),
  /** In order; of very many the first one and the last ones. */
  effects: z.array(EffectSchema).min(2),
  same_input: z.boolean(),
  key: z.enum(["equal", "different", "missing"]),
  /** How often it really happened: `live` ones that came to their end and were not deduplicated. */
  happened: z.number().int(),
  /** How often it began and nobody knows what it did: it failed, was cut off, or still runs. */
  uncertain: z.number().int(),
});
export type Repeat = z.infer<typeof RepeatSchema>;

/** `GET /api/debug/repeats`: of a run, a thread, a workflow or all, newest first. */
export const RepeatsQuerySchema = z.object({
  run_id: RunIdSchema.optional(),
  thread_id: ThreadIdSchema.optional(),
  graph_id: GraphIdSchema.optional(),
  cause: RepeatSchema.shape.cause.optional(),
  /** Only what happened more than once, or may have. */
  harmful: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  offset: z.coerce.number().int().min(0).default(0),
});
export type RepeatsQuery = z.input<typeof RepeatsQuerySchema>;
export const RepeatsSchema = z.object({ repeats: z.array(RepeatSchema), total: z.number().int() });
export type Repeats = z.infer<typeof RepeatsSchema>;
