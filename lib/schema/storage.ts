import { z } from "zod";
import { CheckpointIdSchema, ThreadIdSchema } from "./ids";

/** `GET /api/debug/storage`. Sizes in bytes. */
export const StorageReportSchema = z.object({
  file: z.string(),
  /** Of the database file and its write-ahead log, and what of the file is free pages. */
  bytes: z.number().int(),
  wal_bytes: z.number().int(),
  free_bytes: z.number().int(),
  /** What the tables and their indexes take, largest first. */
  tables: z.array(z.object({ name: z.string(), what: z.string(), rows: z.number().int(), bytes: z.number().int() })),
  threads: z.array(
    z.object({
      thread_id: ThreadIdSchema,
      title: z.string(),
      checkpoints: z.number().int(),
      branches: z.number().int(),
      bytes: z.number().int(),
      updated_at: z.string(),
    }),
  ),
  thread_count: z.number().int(),
  /** Deleted branches that can still be brought back. */
  deleted: z.object({ deletions: z.number().int(), checkpoints: z.number().int(), bytes: z.number().int() }),
});
export type StorageReport = z.infer<typeof StorageReportSchema>;

/**
 * `POST /api/debug/storage/prune`: deletes checkpoints that nothing needs. Never one that waits for an answer, that a
 * kept checkpoint's delta channels need, that a person marked, or of a thread that runs.
 */
export const PruneBodySchema = z.strictObject({
  scope: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("all") }),
    z.strictObject({ kind: z.literal("thread"), thread_id: ThreadIdSchema }),
    /** The checkpoint and its descendants. */
    z.strictObject({ kind: z.literal("branch"), thread_id: ThreadIdSchema, checkpoint_id: CheckpointIdSchema }),
  ]),
  rule: z.discriminatedUnion("kind", [
    /** Threads (with everything) or branches whose newest checkpoint is older. */
    z.strictObject({ kind: z.literal("older_than"), days: z.number().min(0).max(100_000) }),
    /** The newest `count` checkpoints of every branch stay. */
    z.strictObject({ kind: z.literal("keep_latest"), count: z.number().int().min(1).max(1_000_000) }),
    z.strictObject({ kind: z.literal("everything") }),
  ]),
  /** Only says what would go. */
  dry_run: z.boolean().default(false),
});
export type PruneBody = z.input<typeof PruneBodySchema>;
export const PruneResultSchema = z.object({
  threads: z.number().int(),
  checkpoints: z.number().int(),
  /** Bytes of the deleted rows; the file shrinks by about as much once it is compacted. */
  bytes: z.number().int(),
  /** What was asked for and stays, and why. */
  kept: z.array(z.object({ reason: z.enum(["waiting", "needed_by_delta", "marked", "running", "root_of_kept"]), checkpoints: z.number().int() })),
  file_bytes_before: z.number().int(),
  file_bytes_after: z.number().int(),
});
export type PruneResult = z.infer<typeof PruneResultSchema>;
