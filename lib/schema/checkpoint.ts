import { z } from "zod";
import { CheckpointIdSchema, CheckpointNamespaceSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import { JsonObjectSchema, JsonSchema } from "./json";

export const CheckpointSourceSchema = z.enum(["input", "loop", "update", "fork"]);
export type CheckpointSource = z.infer<typeof CheckpointSourceSchema>;

/** A row of the checkpoint index: what the timeline draws, without any state. */
export const TimelineEntrySchema = z.object({
  checkpoint_id: CheckpointIdSchema,
  parent_checkpoint_id: CheckpointIdSchema.nullable(),
  checkpoint_ns: CheckpointNamespaceSchema,
  /** In a subgraph: the checkpoint of the enclosing graph whose task ran it, where its rows tell. */
  outer_checkpoint_id: CheckpointIdSchema.optional(),
  source: CheckpointSourceSchema,
  /** Superstep number: -1 for the input. Repeats across branches. */
  step: z.number().int(),
  /** The run that wrote it; null for rows of a foreign program. */
  run_id: RunIdSchema.nullable(),
  /** ISO 8601. */
  created_at: z.string(),
  /** Nodes that run next from here. */
  next: z.array(z.string()),
  /** Nodes whose superstep wrote this checkpoint (the `as_node` of an update). */
  nodes: z.array(z.string()),
  /** State channels that got a new version. */
  changed: z.array(z.string()),
  /** Size of the stored checkpoint in bytes. */
  bytes: z.number().int(),
  /** A task that started from this checkpoint failed. */
  has_error: z.boolean(),
  /** A task that started from this checkpoint waits for an answer. */
  has_interrupt: z.boolean(),
});
export type TimelineEntry = z.infer<typeof TimelineEntrySchema>;

export const TimelinePageSchema = z.object({
  /** Newest first. */
  checkpoints: z.array(TimelineEntrySchema),
  /** Pass as `before` for the next older page; null at the end. */
  next_cursor: z.string().nullable(),
});
export type TimelinePage = z.infer<typeof TimelinePageSchema>;

export const InterruptViewSchema = z.object({ id: z.string(), value: JsonSchema });
export type InterruptView = z.infer<typeof InterruptViewSchema>;

export const TaskErrorSchema = z.object({
  name: z.string(),
  message: z.string(),
  /** Source-mapped; only known for runs of this store, LangGraph keeps none. */
  stack: z.string().nullable(),
});
export type TaskError = z.infer<typeof TaskErrorSchema>;

/** A `task()` that a node or an entrypoint called while it ran. */
export const TaskCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["running", "done", "failed"]),
  attempts: z.number().int(),
  ms: z.number().nullable(),
  /** A run that went on used the result of an earlier one, or the task's cache had it. */
  cached: z.boolean(),
  error: z.object({ name: z.string(), message: z.string() }).nullable(),
  /** What it returned; left out while there is nothing. */
  result: JsonSchema.optional(),
});
export type TaskCall = z.infer<typeof TaskCallSchema>;

/** One node's execution in the superstep that starts from a checkpoint. */
export const TaskViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["pending", "done", "interrupted", "failed"]),
  attempts: z.number().int(),
  error: TaskErrorSchema.nullable(),
  interrupts: z.array(InterruptViewSchema),
  /** Writes that the task left, in order; channel names include `branch:to:…`. */
  writes: z.array(z.object({ channel: z.string(), value: JsonSchema })),
  /** The task's update as an object, or null. */
  result: JsonObjectSchema.nullable(),
  /** Namespace of the subgraph that the task runs, or null. */
  checkpoint_ns: CheckpointNamespaceSchema.nullable(),
  /** `push`: one of possibly many instances that a `Send` asked for, with an input of its own. */
  kind: z.enum(["pull", "push"]),
  /** The packet's input of a `push`; left out for a `pull`, which reads the state. */
  input: JsonSchema.optional(),
  /** Wall time of its newest execution in milliseconds; left out where no run of this store tells. */
  ms: z.number().optional(),
  /** Nothing ran: its result came from the node's cache. */
  cached: z.literal(true).optional(),
  /** It ended with a `Command` to the graph around its subgraph. */
  left: z.literal(true).optional(),
  /** The node that handled its error, so that the run went on. */
  handled_by: z.string().optional(),
  /** Of an error handler: the task whose error it handled. */
  handles: z.string().optional(),
  /** What it called with `task()`, in that order; left out where it called none. */
  calls: z.array(TaskCallSchema).optional(),
});
export type TaskView = z.infer<typeof TaskViewSchema>;

/** A checkpoint as a person reads it, from the database alone. */
export const CheckpointViewSchema = z.object({
  thread_id: ThreadIdSchema,
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema,
  parent_checkpoint_id: CheckpointIdSchema.nullable(),
  created_at: z.string(),
  source: CheckpointSourceSchema,
  step: z.number().int(),
  run_id: RunIdSchema.nullable(),
  bytes: z.number().int(),
  metadata: JsonObjectSchema,
  /** State channels only; LangGraph's internal channels are left out. */
  values: JsonObjectSchema,
  /** An input that no node has taken yet. */
  input: JsonSchema.optional(),
  /** What a functional workflow keeps for its next run (`entrypoint.final`), and finds there as its previous state. */
  saved: JsonSchema.optional(),
  next: z.array(z.string()),
  tasks: z.array(TaskViewSchema),
  /** The workflow's revision that wrote it, where known. */
  revision: z.string().nullable(),
});
export type CheckpointView = z.infer<typeof CheckpointViewSchema>;

/** One item of a list channel that differs. `index` is the place in the list that still has the item. */
export const ItemChangeSchema = z.object({
  kind: z.enum(["added", "removed", "changed", "moved"]),
  /** Message id, `id` property, or the index as text. */
  key: z.string(),
  index: z.number().int(),
  before: JsonSchema.optional(),
  after: JsonSchema.optional(),
});
export type ItemChange = z.infer<typeof ItemChangeSchema>;

export const ChannelChangeSchema = z.object({
  channel: z.string(),
  kind: z.enum(["added", "removed", "changed"]),
  before: JsonSchema.optional(),
  after: JsonSchema.optional(),
  /** For lists: item by item (messages by id). Null for other values. */
  items: z.array(ItemChangeSchema).nullable(),
  /** Checkpoints on the way from the common ancestor that wrote the channel, oldest first; of many on one side the newest. */
  writers: z.array(z.object({ checkpoint_id: CheckpointIdSchema, step: z.number().int(), nodes: z.array(z.string()), side: z.enum(["from", "to"]) })),
});
export type ChannelChange = z.infer<typeof ChannelChangeSchema>;

export const CheckpointDiffSchema = z.object({
  from: CheckpointIdSchema,
  to: CheckpointIdSchema,
  /** The newest checkpoint that both descend from (or are), or null for unrelated ones. */
  common_ancestor: CheckpointIdSchema.nullable(),
  /** Only channels that differ. */
  channels: z.array(ChannelChangeSchema),
  unchanged: z.array(z.string()),
});
export type CheckpointDiff = z.infer<typeof CheckpointDiffSchema>;
