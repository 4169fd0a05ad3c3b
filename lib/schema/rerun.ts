import { z } from "zod";
import { CheckpointIdSchema, CheckpointNamespaceSchema, InterruptIdSchema, NodeNameSchema, RunIdSchema } from "./ids";
import { JsonSchema } from "./json";
import { ReplayModeSchema } from "./replay";
import { PlaceSchema } from "./source";

/**
 * `POST /api/debug/threads/{id}/rerun-plan`: what would run, and run again. `resume`: with answers to these requests (all
 * that wait at the checkpoint where left out). `continue`: without an answer, after a breakpoint, a stop or a failure.
 * `replay`: everything after the checkpoint anew. `fork`: after an edit written as `as_node`.
 */
export const RerunPlanBodySchema = z.strictObject({
  action: z.enum(["resume", "continue", "replay", "fork"]),
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  interrupt_ids: z.array(InterruptIdSchema).max(500).optional(),
  as_node: NodeNameSchema.optional(),
  replay: ReplayModeSchema.default("live"),
});
export type RerunPlanBody = z.input<typeof RerunPlanBodySchema>;

/** A call in the code that runs again, as the text has it. */
export const PlannedCallSchema = z.object({
  /** As it is written, e.g. `calendar.createEvent`. */
  name: z.string(),
  /** `unknown`: on no list of pure ones. */
  kind: z.enum(["effect", "tool", "model", "unknown"]),
  place: PlaceSchema,
  /** Wrapped in `task()` or `effect()`: its result is kept and it is not done again. */
  kept: z.boolean(),
});
export type PlannedCall = z.infer<typeof PlannedCallSchema>;

/** What a part that runs again really did the last time, from the recorded spans. */
export const PastCallSchema = z.object({
  run_id: RunIdSchema,
  span_id: z.string(),
  name: z.string(),
  kind: z.enum(["model", "tool", "effect", "task", "retriever"]),
  /** The arguments, cut. */
  input: JsonSchema,
  started_at: z.string(),
  /** It changes something outside, by its kind, its own word or its name. */
  is_effect: z.boolean(),
  /** What the repetition will do, as far as it can be told. */
  again: z.enum(["repeats", "may_repeat", "kept", "recorded", "stubbed"]),
  idempotency_key: z.string().nullable(),
  /** When it was repeated before: whether the service, or `effect()`, kept one. */
  deduplicated: z.boolean().nullable(),
});
export type PastCall = z.infer<typeof PastCallSchema>;

/** A task that runs (again). */
export const PlannedTaskSchema = z.object({
  /** As the node is drawn. */
  node: z.string(),
  checkpoint_ns: z.string(),
  task_id: z.string().nullable(),
  /** It has begun before: what stood before its question, or before its end, is done again. */
  again: z.boolean(),
  /** `answered`: an answer goes to it. `unanswered`: another's answer starts it again and it asks again. `failed`, `stopped`: it did not get to its end. `replayed`: it had ended; its result is not used. `next`: it has not run yet. */
  why: z.enum(["answered", "unanswered", "failed", "stopped", "replayed", "next"]),
  /** Where its function is and which part runs before the (first) question; null where the text does not show it. */
  code: z
    .object({
      file: z.string(),
      source: z.string(),
      /** Line of the file that `source` begins with, from 1. */
      first_line: z.number().int(),
      /** Lines of the file with a call of `interrupt`. */
      interrupt_lines: z.array(z.number().int()),
      /** Lines of the file that run again before it: from, to; null where nothing does. */
      before: z.tuple([z.number().int(), z.number().int()]).nullable(),
      calls: z.array(PlannedCallSchema),
    })
    .nullable(),
  past: z.array(PastCallSchema),
});
export type PlannedTask = z.infer<typeof PlannedTaskSchema>;

export const RerunPlanSchema = z.object({
  action: RerunPlanBodySchema.shape.action,
  tasks: z.array(PlannedTaskSchema),
  /** Nodes that may follow, by the workflow's edges, in order of distance. `certain`: no router decides it. */
  then: z.array(z.object({ node: z.string(), certain: z.boolean() })),
  /** What has run and does not run again: its result is kept. Newest first, at most fifty. */
  kept: z.array(z.object({ node: z.string(), step: z.number().int() })),
  /** One sentence each, most important first: "`calendar_create_event` will be called again with the same arguments." */
  warnings: z.array(
    z.object({ severity: z.enum(["danger", "warning", "info"]), text: z.string(), run_id: RunIdSchema.nullable(), span_id: z.string().nullable() }),
  ),
  /** What cannot be told, and why. */
  unknown: z.array(z.string()),
});
export type RerunPlan = z.infer<typeof RerunPlanSchema>;
