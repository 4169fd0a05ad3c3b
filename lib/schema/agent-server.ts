import { z } from "zod";
import { CheckpointIdSchema, CheckpointNamespaceSchema, GraphIdSchema, NodeNameSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import type { Json } from "./json";
import { GotoSchema, StreamModeSchema } from "./run";

/*
 * Bodies and queries of the Agent Server API. They ignore keys that they do not know, because clients of several
 * versions send more than the server reads.
 */

/** A value out of a parsed JSON body: it is JSON already, so it is not walked again. */
export const AnyJsonSchema = z.custom<Json>((value) => value !== undefined, "is required");

const AnyObjectSchema = z.custom<{ [key: string]: Json }>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "must be an object",
);

/** A filter over metadata or values: its keys become paths of a query. */
const FilterSchema = AnyObjectSchema.refine((value) => Object.keys(value).every((key) => /^[\w.-]{1,200}$/.test(key)), {
  message: "keys may have letters, digits, and . _ - only",
});

const LimitSchema = z.coerce.number().int().min(1).max(1000);
const OffsetSchema = z.coerce.number().int().min(0).max(1_000_000_000);
const SortOrderSchema = z.preprocess((value) => (typeof value === "string" ? value.toLowerCase() : value), z.enum(["asc", "desc"]));
const SelectSchema = z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(z.string()));

/** A boolean in a query: `true`, `1`, `false`, `0`. */
export const QueryBooleanSchema = z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1");

export const AssistantIdSchema = GraphIdSchema;
export const AssistantParamsSchema = z.object({ assistant_id: AssistantIdSchema });
export const AssistantSearchSchema = z.object({
  graph_id: GraphIdSchema.nullish(),
  name: z.string().nullish(),
  metadata: FilterSchema.nullish(),
  limit: LimitSchema.default(10),
  offset: OffsetSchema.default(0),
  sort_by: z.enum(["assistant_id", "created_at", "updated_at", "name", "graph_id"]).nullish(),
  sort_order: SortOrderSchema.nullish(),
  select: SelectSchema.nullish(),
});
export const AssistantCountSchema = AssistantSearchSchema.pick({ graph_id: true, name: true, metadata: true });
export const AssistantGraphQuerySchema = z.object({
  xray: z.union([QueryBooleanSchema, z.coerce.number().int().min(0).max(20)]).default(false),
});

export const ThreadParamsSchema = z.object({ thread_id: ThreadIdSchema });
export const CheckpointParamsSchema = z.object({ thread_id: ThreadIdSchema, checkpoint_id: CheckpointIdSchema });
export const RunParamsSchema = z.object({ run_id: RunIdSchema });
export const ThreadRunParamsSchema = z.object({ thread_id: ThreadIdSchema, run_id: RunIdSchema });

const SuperstepUpdateSchema = z.object({
  values: AnyJsonSchema.nullish(),
  command: z.object({ resume: AnyJsonSchema.optional(), update: AnyJsonSchema.optional(), goto: GotoSchema.nullish() }).nullish(),
  as_node: NodeNameSchema,
});
export const ThreadCreateSchema = z.object({
  thread_id: ThreadIdSchema.nullish(),
  metadata: AnyObjectSchema.nullish(),
  if_exists: z.enum(["raise", "do_nothing"]).nullish(),
  supersteps: z
    .array(z.object({ updates: z.array(SuperstepUpdateSchema).min(1) }))
    .max(1000)
    .nullish(),
});
export type ThreadCreateBody = z.infer<typeof ThreadCreateSchema>;
export const ThreadPatchSchema = z.object({ metadata: AnyObjectSchema.nullish() });

export const ThreadStatusFilterSchema = z.enum(["idle", "busy", "interrupted", "error"]);
export const ThreadSearchSchema = z.object({
  ids: z.array(ThreadIdSchema).max(1000).nullish(),
  metadata: FilterSchema.nullish(),
  values: FilterSchema.nullish(),
  status: ThreadStatusFilterSchema.nullish(),
  limit: LimitSchema.default(10),
  offset: OffsetSchema.default(0),
  sort_by: z.enum(["thread_id", "status", "created_at", "updated_at"]).nullish(),
  sort_order: SortOrderSchema.nullish(),
  select: SelectSchema.nullish(),
});
export type ThreadSearchBody = z.infer<typeof ThreadSearchSchema>;
export const ThreadCountSchema = ThreadSearchSchema.pick({ metadata: true, values: true, status: true });

/** How clients name a checkpoint; `checkpoint_map` is not needed, a checkpoint's parents are in the database. */
export const CheckpointRefSchema = z.object({
  thread_id: ThreadIdSchema.nullish(),
  checkpoint_id: CheckpointIdSchema.nullish(),
  checkpoint_ns: CheckpointNamespaceSchema.nullish(),
});

export const StateQuerySchema = z.object({ subgraphs: QueryBooleanSchema.default(false) });
export const StateAtCheckpointSchema = z.object({ checkpoint: CheckpointRefSchema, subgraphs: z.boolean().nullish() });
export const StateUpdateBodySchema = z.object({
  values: AnyJsonSchema.nullish(),
  as_node: NodeNameSchema.nullish(),
  checkpoint: CheckpointRefSchema.nullish(),
  checkpoint_id: CheckpointIdSchema.nullish(),
});
export type StateUpdateBody = z.infer<typeof StateUpdateBodySchema>;

/** The SDK sends `before` as a `Config`; older clients send the id or a checkpoint. */
const BeforeSchema = z.union([
  CheckpointIdSchema,
  z.object({ configurable: z.object({ checkpoint_id: CheckpointIdSchema }) }).transform((config) => config.configurable.checkpoint_id),
  z.object({ checkpoint_id: CheckpointIdSchema }).transform((checkpoint) => checkpoint.checkpoint_id),
]);
export const HistoryQuerySchema = z.object({ limit: LimitSchema.default(10), before: CheckpointIdSchema.optional() });
export const HistoryBodySchema = z.object({
  limit: LimitSchema.nullish(),
  before: BeforeSchema.nullish(),
  metadata: FilterSchema.nullish(),
  checkpoint: CheckpointRefSchema.nullish(),
});

const NodesSchema = z.union([z.literal("*"), z.array(NodeNameSchema)]);

export const RunCreateSchema = z.object({
  assistant_id: AssistantIdSchema,
  input: AnyJsonSchema.nullish(),
  command: z.object({ resume: AnyJsonSchema.optional(), update: AnyJsonSchema.nullish(), goto: GotoSchema.nullish() }).nullish(),
  config: z
    .object({
      tags: z.array(z.string()).nullish(),
      recursion_limit: z.number().int().min(1).max(100_000).nullish(),
      configurable: AnyObjectSchema.nullish(),
    })
    .nullish(),
  context: AnyJsonSchema.nullish(),
  metadata: AnyObjectSchema.nullish(),
  stream_mode: z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(StreamModeSchema)).nullish(),
  stream_subgraphs: z.boolean().nullish(),
  stream_resumable: z.boolean().nullish(),
  interrupt_before: NodesSchema.nullish(),
  interrupt_after: NodesSchema.nullish(),
  checkpoint: CheckpointRefSchema.nullish(),
  checkpoint_id: CheckpointIdSchema.nullish(),
  multitask_strategy: z.enum(["reject", "interrupt", "rollback", "enqueue"]).nullish(),
  on_disconnect: z.enum(["cancel", "continue"]).nullish(),
  on_completion: z.enum(["delete", "keep"]).nullish(),
  if_not_exists: z.enum(["create", "reject"]).nullish(),
  after_seconds: z.number().min(0).max(86_400).nullish(),
  durability: z.enum(["sync", "async", "exit"]).nullish(),
});
export type RunCreateBody = z.infer<typeof RunCreateSchema>;
export const RunBatchSchema = z.array(RunCreateSchema).min(1).max(100);

const RunStatusFilterSchema = z.enum(["pending", "running", "error", "success", "timeout", "interrupted"]);
export const RunListQuerySchema = z.object({
  limit: LimitSchema.default(10),
  offset: OffsetSchema.default(0),
  status: RunStatusFilterSchema.optional(),
});
export const RunStreamQuerySchema = z.object({
  stream_mode: z.preprocess((value) => (typeof value === "string" ? parseModes(value) : value), z.array(StreamModeSchema)).optional(),
  cancel_on_disconnect: QueryBooleanSchema.default(false),
});
export const RunJoinQuerySchema = z.object({ cancel_on_disconnect: QueryBooleanSchema.default(false) });
export const RunCancelQuerySchema = z.object({
  wait: QueryBooleanSchema.default(false),
  action: z.enum(["interrupt", "rollback"]).default("interrupt"),
});
export const RunsCancelSchema = z.object({
  thread_id: ThreadIdSchema.nullish(),
  run_ids: z.array(RunIdSchema).max(1000).nullish(),
  status: z.enum(["pending", "running", "all"]).nullish(),
});

/** `values`, `values,updates` or the JSON list that some clients put into a query. */
function parseModes(text: string): unknown {
  if (!text.startsWith("[")) return text.split(",");
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
