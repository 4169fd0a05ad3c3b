import { z } from "zod";
import { BreakpointSchema, StopReasonSchema, StopSchema } from "./breakpoint";
import { TimelineEntrySchema } from "./checkpoint";
import { CheckpointIdSchema, GraphIdSchema, InterruptIdSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import { JsonObjectSchema, JsonSchema } from "./json";
import { ReplayModeSchema } from "./replay";

export const RunCauseSchema = z.enum(["start", "resume", "replay", "fork", "step"]);
export type RunCause = z.infer<typeof RunCauseSchema>;

export const StreamModeSchema = z.enum(["values", "updates", "messages", "messages-tuple", "debug", "tasks", "checkpoints", "custom", "events"]);
export type StreamMode = z.infer<typeof StreamModeSchema>;

/** LangGraph's `goto`: a node, a `Send`, or several. */
const SendSchema = z.object({ node: z.string().min(1), input: JsonSchema.optional() });
export const GotoSchema = z.union([z.string().min(1), SendSchema, z.array(z.union([z.string().min(1), SendSchema]))]);

export const CommandSchema = z.object({
  /** One value, or a map from interrupt id to value. */
  resume: JsonSchema.optional(),
  update: JsonSchema.optional(),
  goto: GotoSchema.optional(),
});
export type CommandBody = z.infer<typeof CommandSchema>;

/** Everything that the runner needs to execute one run. */
export const RunSpecSchema = z.object({
  run_id: RunIdSchema,
  thread_id: ThreadIdSchema,
  graph_id: GraphIdSchema,
  cause: RunCauseSchema,
  /** `null` goes on from the checkpoint; ignored when there is a command. */
  input: JsonSchema,
  command: CommandSchema.nullable(),
  /** Null for the thread's latest. */
  checkpoint_id: CheckpointIdSchema.nullable(),
  checkpoint_ns: z.string(),
  config: z.object({
    tags: z.array(z.string()),
    recursion_limit: z.number().int().positive().nullable(),
    configurable: JsonObjectSchema,
  }),
  context: JsonSchema.optional(),
  metadata: JsonObjectSchema,
  stream_modes: z.array(StreamModeSchema),
  stream_subgraphs: z.boolean(),
  stream_resumable: z.boolean(),
  interrupt_before: z.union([z.literal("*"), z.array(z.string())]),
  interrupt_after: z.union([z.literal("*"), z.array(z.string())]),
  durability: z.enum(["sync", "async", "exit"]),
  /** The enabled breakpoints of the workflow, and where to stop besides. */
  debug: z.object({
    breakpoints: z.array(BreakpointSchema),
    stop: StopSchema,
    /** How often each breakpoint was reached already, by its id, in the runs that this one goes on from. */
    hits: z.record(z.string(), z.number().int()).default({}),
    /** Outputs that stand in for nodes, by drawn node id: the node does not run, its edges do. */
    pins: z.record(z.string(), JsonObjectSchema).optional(),
  }),
  /** How model and tool calls are treated; recordings are those of the thread named, else of the run's own. */
  replay: z.object({ mode: ReplayModeSchema, from_thread_id: ThreadIdSchema.nullable() }).optional(),
});
export type RunSpec = z.infer<typeof RunSpecSchema>;

/** What went wrong in a node (or before the first one, with `node: null`). */
export const RunErrorSchema = z.object({
  /** e.g. `TypeError`, `GraphRecursionError`, `InvalidUpdateError`. */
  name: z.string(),
  message: z.string(),
  stack: z.string().nullable(),
  node: z.string().nullable(),
  task_id: z.string().nullable(),
  /** What to do about it, where Retrograph knows. */
  hint: z.string().nullable(),
});
export type RunError = z.infer<typeof RunErrorSchema>;

/** Where the run of a graph or subgraph stopped, and why. */
const StopPlaceSchema = z.object({
  nodes: z.array(z.string()),
  when: z.enum(["before", "after"]),
  /** The namespace that it stopped in, and the checkpoint there. */
  checkpoint_ns: z.string().default(""),
  checkpoint_id: CheckpointIdSchema.nullable().default(null),
  reason: StopReasonSchema.default({ kind: "static" }),
});
export type StopPlace = z.infer<typeof StopPlaceSchema>;

/** Why a run is where it is; a discriminated union on the status, so that a failed run has its error. */
export const RunStateSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("pending") }),
  z.object({ status: z.literal("running"), pid: z.number().int() }),
  z.object({ status: z.literal("success") }),
  z.object({
    status: z.literal("interrupted"),
    interrupts: z.array(z.object({ id: InterruptIdSchema, node: z.string(), value: JsonSchema })),
    /** Set when the run was stopped for the person who debugs it, not by the workflow. */
    breakpoint: StopPlaceSchema.extend({
      /** Other executions of subgraphs that reached a breakpoint of their own while this one was being stopped. */
      also: z.array(StopPlaceSchema).optional(),
    }).nullable(),
    /** How often each breakpoint was reached since the last input, by its id. */
    hits: z.record(z.string(), z.number().int()).optional(),
  }),
  z.object({ status: z.literal("error"), error: RunErrorSchema }),
  z.object({ status: z.literal("cancelled"), by: z.string() }),
  z.object({
    status: z.literal("budget_exceeded"),
    budget: z.enum(["steps", "tokens", "cost", "seconds", "tool_calls"]),
    limit: z.number(),
    used: z.number(),
  }),
  z.object({
    status: z.literal("crashed"),
    exit_code: z.number().int().nullable(),
    signal: z.string().nullable(),
    message: z.string(),
    running: z.array(z.string()),
  }),
]);
export type RunState = z.infer<typeof RunStateSchema>;
export type RunStatus = RunState["status"];

export const RunSchema = z.object({
  run_id: RunIdSchema,
  thread_id: ThreadIdSchema,
  graph_id: GraphIdSchema,
  cause: RunCauseSchema,
  state: RunStateSchema,
  /** ISO 8601. */
  created_at: z.string(),
  updated_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** The checkpoint that it started from, and the newest one that it wrote. */
  from_checkpoint_id: CheckpointIdSchema.nullable(),
  head_checkpoint_id: CheckpointIdSchema.nullable(),
  revision: z.string().nullable(),
  metadata: JsonObjectSchema,
  kwargs: JsonObjectSchema,
  multitask_strategy: z.enum(["reject", "interrupt", "rollback", "enqueue"]),
});
export type Run = z.infer<typeof RunSchema>;

/** What Retrograph itself tells of a run while it runs; `event: "lifecycle"` in the event log. */
export const LifecycleSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("run_started"), run_id: RunIdSchema, at: z.string() }),
  z.object({
    type: z.literal("task_started"),
    task_id: z.string(),
    node: z.string(),
    checkpoint_ns: z.string(),
    step: z.number().int(),
    /** Told again with 2 and more when the node is tried again. */
    attempt: z.number().int().optional(),
    at: z.string(),
  }),
  z.object({
    type: z.literal("task_finished"),
    task_id: z.string(),
    node: z.string(),
    checkpoint_ns: z.string(),
    step: z.number().int(),
    /** Wall time in milliseconds. */
    ms: z.number(),
    /** `cached`: nothing ran, its result was there already. */
    outcome: z.enum(["done", "interrupted", "failed", "cached"]),
    error: z.object({ name: z.string(), message: z.string() }).nullable(),
    at: z.string(),
  }),
  z.object({ type: z.literal("checkpoint"), entry: TimelineEntrySchema }),
  z.object({ type: z.literal("run_finished"), run_id: RunIdSchema, state: RunStateSchema, at: z.string() }),
]);
export type Lifecycle = z.infer<typeof LifecycleSchema>;

/**
 * One row of a run's event log. `event` is the SSE name (`values`, `updates|child:id`, `messages`, `metadata`,
 * `error`, `lifecycle` …), `data` its JSON text. `seq` counts from 1 per run.
 */
export const RunEventSchema = z.object({ seq: z.number().int(), event: z.string(), data: z.string() });
export type RunEvent = z.infer<typeof RunEventSchema>;
