import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "../errors";
import { WorkflowSchema } from "./graph";
import { GraphIdSchema, ThreadIdSchema } from "./ids";
import { JsonObjectSchema, type Json, type JsonObject } from "./json";
import { CommandSchema, GotoSchema, RunEventSchema, RunSpecSchema } from "./run";
import { FindBodySchema, WatchBodySchema } from "./travel";

const ErrorPayloadSchema = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  details: z.unknown().optional(),
});

/**
 * Values of a person or a program, checked in depth where they came in. Between Retrograph's own processes only their
 * presence is: walking 20 MB again would hold up every other run.
 */
const ValueSchema = z.custom<Json>((value) => value !== undefined);
const ObjectSchema = z.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value));
const ValueCommandSchema = CommandSchema.extend({ resume: ValueSchema.optional(), update: ValueSchema.optional() });
const SentRunSpecSchema = RunSpecSchema.extend({
  input: ValueSchema,
  command: ValueCommandSchema.nullable(),
  context: ValueSchema.optional(),
  metadata: ObjectSchema,
});

/** `configurable` of the checkpoint that an update or a preview starts from. */
const CheckpointRefSchema = z.object({
  checkpoint_id: z.string().nullable(),
  checkpoint_ns: z.string(),
});

export const StateUpdateSchema = z.object({
  values: ValueSchema.optional(),
  command: ValueCommandSchema.nullable().optional(),
  as_node: z.string().nullable(),
});
export type StateUpdate = z.infer<typeof StateUpdateSchema>;

/** Requests from the server that the runner answers with one `reply`. `id` pairs them. */
export const RunnerRequestSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("describe"), id: z.number().int() }),
  /** LangGraph's own drawing (`getGraphAsync({xray}).toJSON()`), for the Agent Server API. */
  z.object({ type: z.literal("drawing"), id: z.number().int(), graph_id: GraphIdSchema, xray: z.union([z.boolean(), z.number().int()]) }),
  /** Applies the supersteps one after the other; each is a list of updates made at once. Replies `{checkpoint_id, checkpoint_ns}`. */
  z.object({
    type: z.literal("update_state"),
    id: z.number().int(),
    graph_id: GraphIdSchema,
    thread_id: ThreadIdSchema,
    checkpoint: CheckpointRefSchema,
    supersteps: z.array(z.array(StateUpdateSchema).min(1)).min(1),
  }),
  /** What the reducers would make of `values` written by `as_node`; nothing is saved. Replies `{values, next}`. */
  z.object({
    type: z.literal("preview_update"),
    id: z.number().int(),
    graph_id: GraphIdSchema,
    thread_id: ThreadIdSchema,
    checkpoint: CheckpointRefSchema,
    values: ValueSchema,
    as_node: z.string().nullable(),
  }),
  /** Changes what is next at a checkpoint (`NextBodySchema`). Replies `{checkpoint_id, checkpoint_ns}`. */
  z.object({
    type: z.literal("change_next"),
    id: z.number().int(),
    graph_id: GraphIdSchema,
    thread_id: ThreadIdSchema,
    checkpoint: CheckpointRefSchema,
    change: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("skip"), node: z.string() }),
      z.object({ kind: z.literal("output"), node: z.string(), values: ObjectSchema }),
      z.object({ kind: z.literal("goto"), goto: GotoSchema }),
      /** Values for the state; what is next stays next. */
      z.object({ kind: z.literal("edit"), values: ObjectSchema }),
    ]),
  }),
  /** Asks the conditional edges that leave `node` again on a checkpoint's state. Replies `Routes`. */
  z.object({
    type: z.literal("evaluate_routes"),
    id: z.number().int(),
    graph_id: GraphIdSchema,
    thread_id: ThreadIdSchema,
    checkpoint: CheckpointRefSchema,
    node: z.string(),
  }),
  /** Runs one node alone, on a checkpoint's state or an empty one, and saves nothing. Replies `TryNodeResult`. */
  z.object({
    type: z.literal("try_node"),
    id: z.number().int(),
    graph_id: GraphIdSchema,
    node: z.string(),
    /** In place of what the state has under these names. */
    values: ObjectSchema,
    from: CheckpointRefSchema.extend({ thread_id: ThreadIdSchema, checkpoint_id: z.string() }).nullable(),
    answers: z.array(ValueSchema),
  }),
  /** What a channel's reducer makes of updates, one after the other. Replies `Reduced`. */
  z.object({
    type: z.literal("reduce"),
    id: z.number().int(),
    graph_id: GraphIdSchema,
    channel: z.string(),
    updates: z.array(ValueSchema),
  }),
  /** What delta channels hold, by the workflow's own reducers. Replies `{values}`, one object per place. */
  z.object({
    type: z.literal("delta_values"),
    id: z.number().int(),
    graph_id: GraphIdSchema,
    thread_id: ThreadIdSchema,
    places: z.array(z.object({ checkpoint_id: z.string(), checkpoint_ns: z.string(), channels: z.array(z.string()) })),
  }),
  /** Evaluates expressions over the states on a path, a slice at a time. Replies `WatchResult`. */
  z.object({ type: z.literal("watch"), id: z.number().int(), thread_id: ThreadIdSchema, body: WatchBodySchema }),
  /** Looks for the first state on a path at which a condition holds. Replies `FindResult`. */
  z.object({ type: z.literal("find"), id: z.number().int(), thread_id: ThreadIdSchema, body: FindBodySchema }),
]);
export type RunnerRequest = z.infer<typeof RunnerRequestSchema>;

/** Everything the server may send. `run` is answered by `events` and `finished`. */
export const ServerMessageSchema = z.discriminatedUnion("type", [
  ...RunnerRequestSchema.options,
  z.object({ type: z.literal("run"), spec: SentRunSpecSchema }),
  /** `by` is saved with the run: who or what asked it to stop. */
  z.object({ type: z.literal("cancel"), run_id: z.string(), by: z.string().optional() }),
  /** Stop at the next superstep; what is under way is finished and saved. */
  z.object({ type: z.literal("pause"), run_id: z.string(), by: z.string() }),
  /** Whoever asked the request with this `id` is gone: work on it may end. */
  z.object({ type: z.literal("forget"), id: z.number().int() }),
  z.object({ type: z.literal("ping"), at: z.number() }),
  /** Finish the running runs, take no new ones, then exit with code 0. */
  z.object({ type: z.literal("drain") }),
]);
export type ServerMessage = z.infer<typeof ServerMessageSchema>;

/** Everything the runner may send. Sent with the `advanced` IPC serialisation: strings pass without escaping. */
export const RunnerMessageSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("ready"),
    pid: z.number().int(),
    workflows: z.array(WorkflowSchema),
    langgraph_version: z.string(),
    files: z.array(z.string()),
    /** SHA-256 in hex of the workflow files' texts as they were loaded, by path relative to the project. */
    hashes: z.record(z.string(), z.string()),
  }),
  z.object({
    type: z.literal("reply"),
    id: z.number().int(),
    outcome: z.discriminatedUnion("ok", [
      z.object({ ok: z.literal(true), result: z.unknown() }),
      z.object({ ok: z.literal(false), error: ErrorPayloadSchema }),
    ]),
  }),
  /** A batch of a run's events, already in the event log. */
  z.object({ type: z.literal("events"), run_id: z.string(), thread_id: z.string(), events: z.array(RunEventSchema) }),
  /** The run's final status is in the database; its last event has been sent. */
  z.object({ type: z.literal("finished"), run_id: z.string(), thread_id: z.string() }),
  z.object({ type: z.literal("pong"), at: z.number() }),
  /** A status could not be written (disk full, database locked): the server tries again. */
  z.object({ type: z.literal("unsaved"), run_id: z.string(), thread_id: z.string(), state: JsonObjectSchema, error: ErrorPayloadSchema }),
]);
export type RunnerMessage = z.infer<typeof RunnerMessageSchema>;

/** Said before each workflow file is imported, so that a file which blocks or ends the process can be named and skipped; null after the last. */
export const RunnerLoadingSchema = z.object({ type: z.literal("loading"), file: z.string().nullable() });
export type RunnerLoading = z.infer<typeof RunnerLoadingSchema>;
