import { z } from "zod";
import { CheckpointIdSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import { JsonObjectSchema, JsonSchema } from "./json";

/** `task`: a `task()` of the functional API or inside a node. `effect`: an `effect()` of the kit. `chain`: any other runnable with a name of its own. */
export const SpanKindSchema = z.enum(["node", "model", "tool", "task", "retriever", "effect", "chain"]);
export type SpanKind = z.infer<typeof SpanKindSchema>;

/** `cached`: nothing ran, a cached result was used. `lost`: the process died, or the run was stopped, before it ended. */
export const SpanStatusSchema = z.enum(["running", "done", "failed", "interrupted", "cached", "lost"]);

export const TokensSchema = z.object({
  input: z.number().int(),
  output: z.number().int(),
  total: z.number().int(),
  /** Part of `input` that was read from the provider's cache, and part of `output` that was reasoning. */
  cache_read: z.number().int().nullable(),
  reasoning: z.number().int().nullable(),
});
export type Tokens = z.infer<typeof TokensSchema>;

/** One timed piece of work in a run, without what went in and came out. */
export const SpanSchema = z.object({
  span_id: z.string(),
  /** The span around it; null for the tasks of the workflow itself. */
  parent_span_id: z.string().nullable(),
  run_id: RunIdSchema,
  thread_id: ThreadIdSchema,
  kind: SpanKindSchema,
  name: z.string(),
  checkpoint_ns: z.string(),
  task_id: z.string().nullable(),
  /** The checkpoint that its task started from, in `checkpoint_ns`; null where it is not known. */
  checkpoint_id: CheckpointIdSchema.nullable(),
  step: z.number().int().nullable(),
  /** Counts from 1; more than 1 for a retry. */
  attempt: z.number().int(),
  status: SpanStatusSchema,
  /** ISO 8601 with milliseconds. */
  started_at: z.string(),
  /** Wall time in milliseconds; null while it runs, and when it was lost. */
  ms: z.number().nullable(),
  /** Model calls that stream: milliseconds until the first token. */
  first_token_ms: z.number().nullable(),
  error: z.object({ name: z.string(), message: z.string() }).nullable(),
  /** Model calls: the model's name as the provider reports it, else as it was asked for. */
  model: z.string().nullable(),
  tokens: TokensSchema.nullable(),
  /** In US dollars, by the price table; null where no price is known. */
  cost: z.number().nullable(),
  /** Tool calls: the id of the model's tool call. */
  tool_call_id: z.string().nullable(),
  /** Of a run that replays recorded results: where the result came from. Null where it ran as always. */
  source: z.enum(["live", "recorded", "stubbed"]).nullable(),
});
export type Span = z.infer<typeof SpanSchema>;

/** `GET /api/debug/runs/{run_id}/spans/{span_id}`: with what went in and came out; secrets of the environment are redacted. */
export const SpanDetailSchema = SpanSchema.extend({
  /** Messages in (model), arguments (tool), or the node's input. */
  input: JsonSchema,
  /** Message out with its tool calls, the tool's result, or the node's update; null while it runs. */
  output: JsonSchema,
  /** Model calls: temperature, tools and whatever else it was called with. */
  parameters: JsonObjectSchema,
  /** True where input or output was too large and is cut. */
  truncated: z.boolean(),
});
export type SpanDetail = z.infer<typeof SpanDetailSchema>;

export const SpanParamsSchema = z.object({ run_id: RunIdSchema, span_id: z.string().min(1).max(200) });

/** Sums over the spans of a run, or of the runs of a thread. */
export const SpanTotalsSchema = z.object({
  model_calls: z.number().int(),
  tool_calls: z.number().int(),
  tokens: TokensSchema,
  cost: z.number().nullable(),
  /** Model calls whose model has no price. */
  unpriced_calls: z.number().int(),
});
export type SpanTotals = z.infer<typeof SpanTotalsSchema>;

/** `GET /api/debug/runs/{run_id}/spans` */
export const RunSpansSchema = z.object({ spans: z.array(SpanSchema), totals: SpanTotalsSchema });
export type RunSpans = z.infer<typeof RunSpansSchema>;

/** US dollars per million tokens. `model` matches the whole name or, ending in `*`, its beginning; the longest match counts. */
export const PriceSchema = z.strictObject({
  model: z.string().trim().min(1).max(200),
  input: z.number().min(0).max(1_000_000),
  output: z.number().min(0).max(1_000_000),
  cache_read: z.number().min(0).max(1_000_000).nullable().default(null),
});
export type Price = z.infer<typeof PriceSchema>;
/** `GET` and `PUT /api/debug/prices` */
export const PriceTableSchema = z.strictObject({
  prices: z
    .array(PriceSchema)
    .max(1000)
    .refine((prices) => new Set(prices.map(({ model }) => model)).size === prices.length, "names a model twice"),
});
export type PriceTable = z.infer<typeof PriceTableSchema>;
