import { z } from "zod";
import { RunIdSchema, ThreadIdSchema } from "../schema/ids";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { parseJson } from "./rows";

/** What a copy that an answer is tried on says of itself, in its thread's metadata. */
export const TrialSchema = z.object({
  what_if_id: z.uuid(),
  /** The thread that it is a copy of. */
  of_thread_id: ThreadIdSchema,
  label: z.string(),
  position: z.number().int(),
});
export type Trial = z.infer<typeof TrialSchema>;
export type FoundTrial = Trial & { thread_id: string; run_id: string | null };

const RowSchema = z.object({ thread_id: ThreadIdSchema, trial: z.string(), run_id: RunIdSchema.nullable() });

/** The copies of a what-if, in order. Synchronous. */
export function findTrials(store: Store, ofThreadId: string, whatIfId: string): FoundTrial[] {
  return withStorageErrors(() => {
    const rows = store
      .prepare(
        `SELECT thread_id, metadata -> '$.what_if' AS trial,
           (SELECT run_id FROM runs AS r WHERE r.thread_id = t.thread_id ORDER BY position LIMIT 1) AS run_id
         FROM threads AS t WHERE hidden = 1 AND metadata ->> '$.what_if.what_if_id' = ? AND metadata ->> '$.what_if.of_thread_id' = ?`,
      )
      .all(whatIfId, ofThreadId);
    return rows
      .map((row) => RowSchema.parse(row))
      .map(({ trial, ...rest }) => ({ ...TrialSchema.parse(parseJson(trial)), ...rest }))
      .sort((a, b) => a.position - b.position);
  });
}

const INDEX =
  "checkpoint_ns, checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, next, nodes, changed, bytes, outer_checkpoint_id, outline";

const GATHER = [
  `INSERT OR IGNORE INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
   SELECT @to, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata FROM checkpoints WHERE thread_id = @from`,
  `INSERT OR IGNORE INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value)
   SELECT @to, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value FROM writes WHERE thread_id = @from`,
  `INSERT OR IGNORE INTO checkpoint_index (thread_id, ${INDEX}) SELECT @to, ${INDEX} FROM checkpoint_index WHERE thread_id = @from`,
];

/** Lays a copy's steps beside those of another one of the same thread, so that the two can be compared as branches. Synchronous. */
export function gatherSteps(store: Store, { from, to }: { from: string; to: string }): void {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        for (const sql of GATHER) store.prepare(sql).run({ from, to });
      })
      .immediate(),
  );
}
