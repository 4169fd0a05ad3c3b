import { z } from "zod";
import { CheckpointIdSchema, GraphIdSchema, InterruptIdSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import { JsonObjectSchema, JsonSchema } from "./json";

/** `interrupted` covers interrupts and breakpoints; `crashed` and `error` name what the newest run ended with. */
export const ThreadStatusSchema = z.enum(["idle", "busy", "interrupted", "error"]);
export type ThreadStatus = z.infer<typeof ThreadStatusSchema>;

export const ThreadSchema = z.object({
  thread_id: ThreadIdSchema,
  graph_id: GraphIdSchema.nullable(),
  /** What a person reads in lists: `metadata.title`, else made from the first input. */
  title: z.string(),
  status: ThreadStatusSchema,
  created_at: z.string(),
  updated_at: z.string(),
  metadata: JsonObjectSchema,
  config: JsonObjectSchema,
});
export type Thread = z.infer<typeof ThreadSchema>;

/** A thread in a list: with what its newest run came to, so that a crash reads differently from a failed node. */
export const ThreadSummarySchema = ThreadSchema.extend({
  checkpoints: z.number().int(),
  branches: z.number().int(),
  last_run: z.object({ run_id: RunIdSchema, status: z.string(), message: z.string().nullable() }).nullable(),
  waiting: z.number().int(),
});
export type ThreadSummary = z.infer<typeof ThreadSummarySchema>;

export const InterruptSchema = z.object({
  interrupt_id: InterruptIdSchema,
  thread_id: ThreadIdSchema,
  graph_id: GraphIdSchema,
  run_id: RunIdSchema,
  /** The checkpoint whose task asked: resume with this id to answer on its branch. */
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: z.string(),
  task_id: z.string(),
  node: z.string(),
  value: JsonSchema,
  /** The JSON schema of the answer, where the workflow gave `interrupt` one. */
  response_schema: JsonSchema.optional(),
  status: z.enum(["waiting", "answered", "gone"]),
  asked_at: z.string(),
  answered_at: z.string().nullable(),
  answered_by: z.string().nullable(),
  answer: JsonSchema.optional(),
});
export type Interrupt = z.infer<typeof InterruptSchema>;
