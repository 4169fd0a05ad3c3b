import { z } from "zod";
import { GraphIdSchema, NodeNameSchema } from "./ids";

/** An expression over the state (`notes.length > 3`); `lib/expression` says what it may contain. */
export const ExpressionTextSchema = z.string().trim().min(1).max(2000);

const WhenSchema = z.enum(["before", "after"]);
/** Stop only from the nth time on that the breakpoint's place is reached (and its condition holds) in one run. */
const HitsSchema = z.number().int().min(1).max(1_000_000).nullable().default(null);
const ConditionSchema = ExpressionTextSchema.nullable().default(null);

/** Where to stop, without the breakpoint's identity. */
export const BreakpointSpecSchema = z.discriminatedUnion("kind", [
  /** Before or after a node; in a subgraph by its drawn id, `child:inner`. `update` in the condition is what the node wrote. */
  z.strictObject({ kind: z.literal("node"), node: NodeNameSchema, when: WhenSchema, condition: ConditionSchema, hits: HitsSchema }),
  /** Before or after every node, those of subgraphs included. */
  z.strictObject({ kind: z.literal("all"), when: WhenSchema, condition: ConditionSchema, hits: HitsSchema }),
  /** When a step gave the channel a new value. */
  z.strictObject({ kind: z.literal("channel"), channel: z.string().min(1).max(500), condition: ConditionSchema, hits: HitsSchema }),
  /** When the expression holds after a step and did not before it. */
  z.strictObject({ kind: z.literal("condition"), condition: ExpressionTextSchema, hits: HitsSchema }),
]);
export type BreakpointSpec = z.infer<typeof BreakpointSpecSchema>;

/** A breakpoint of a workflow. It is sent with every run and continue while it is enabled. */
export const BreakpointSchema = z.object({
  breakpoint_id: z.uuid(),
  graph_id: GraphIdSchema,
  enabled: z.boolean(),
  spec: BreakpointSpecSchema,
  created_at: z.string(),
});
export type Breakpoint = z.infer<typeof BreakpointSchema>;

/** `POST /api/debug/graphs/{graph_id}/breakpoints` */
export const CreateBreakpointBodySchema = z.strictObject({ spec: BreakpointSpecSchema, enabled: z.boolean().default(true) });
/** `PATCH /api/debug/graphs/{graph_id}/breakpoints/{breakpoint_id}` */
export const ChangeBreakpointBodySchema = z.strictObject({ spec: BreakpointSpecSchema.optional(), enabled: z.boolean().optional() });
export const BreakpointParamsSchema = z.object({ graph_id: GraphIdSchema, breakpoint_id: z.uuid() });

/** Where a run stops besides its breakpoints. `checkpoint_ns` is the namespace that the person looks at. */
export const StopSchema = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("end") }),
  /** After one superstep of the namespace; what runs inside of it runs through. */
  z.strictObject({ at: z.literal("step"), checkpoint_ns: z.string().default("") }),
  /** At the next superstep of any namespace: into a subgraph where one is next. */
  z.strictObject({ at: z.literal("into") }),
  /** As soon as the namespace has ended, in the graph around it. */
  z.strictObject({ at: z.literal("out"), checkpoint_ns: z.string() }),
  /** Before or after the node, by its drawn id, whatever the breakpoints say. */
  z.strictObject({ at: z.literal("node"), node: NodeNameSchema, when: WhenSchema.default("before") }),
]);
export type Stop = z.infer<typeof StopSchema>;

/** Why a run stopped where it did. */
export const StopReasonSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("breakpoint"), breakpoint_id: z.string(), spec: BreakpointSpecSchema, hits: z.number().int() }),
  /** The condition could not be evaluated: `message` says why. */
  z.object({ kind: z.literal("failed_condition"), breakpoint_id: z.string(), spec: BreakpointSpecSchema, message: z.string() }),
  z.object({ kind: z.literal("step") }),
  z.object({ kind: z.literal("node") }),
  /** A person asked the running run to pause. */
  z.object({ kind: z.literal("pause"), by: z.string() }),
  /** `interrupt_before` and `interrupt_after` of the request, or of the workflow's own `compile`. */
  z.object({ kind: z.literal("static") }),
]);
export type StopReason = z.infer<typeof StopReasonSchema>;
