import { z } from "zod";
import { CheckpointIdSchema, InterruptIdSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import { JsonSchema } from "./json";
import { BranchComparisonSchema } from "./travel";
import { RunSchema } from "./run";

/**
 * `POST /api/debug/threads/{id}/what-if`: tries answers beside each other before one is given. Each alternative runs dry on a
 * copy of its own; the thread does not change. Answers a `WhatIf` at once; `GET …/what-if/{what_if_id}` follows it.
 */
export const WhatIfBodySchema = z.strictObject({
  checkpoint_id: CheckpointIdSchema,
  alternatives: z
    .array(z.strictObject({ label: z.string().trim().min(1).max(60), answers: z.record(InterruptIdSchema, JsonSchema) }))
    .min(1)
    .max(4),
});
export type WhatIfBody = z.input<typeof WhatIfBodySchema>;

export const WhatIfSchema = z.object({
  what_if_id: z.uuid(),
  /** The copy that the alternatives run on; it is in no list, and deleted after a day. */
  thread_id: ThreadIdSchema,
  alternatives: z.array(
    z.object({
      label: z.string(),
      run: RunSchema,
      /** Where its branch has come to. */
      checkpoint_id: CheckpointIdSchema.nullable(),
      /** Nodes that ran, step by step; those of one step together. */
      path: z.array(z.array(z.string())),
      /** Calls that were answered from a recording or a stub, and those that would have left the process. */
      calls: z.array(
        z.object({
          run_id: RunIdSchema,
          span_id: z.string(),
          name: z.string(),
          kind: z.string(),
          source: z.enum(["live", "recorded", "stubbed"]),
          input: JsonSchema,
        }),
      ),
    }),
  ),
  /** Of the first two, when both have ended. */
  comparison: BranchComparisonSchema.nullable(),
});
export type WhatIf = z.infer<typeof WhatIfSchema>;

/** `GET`, `DELETE /api/debug/threads/{id}/what-if/{what_if_id}` */
export const WhatIfParamsSchema = z.object({ thread_id: ThreadIdSchema, what_if_id: z.uuid() });
