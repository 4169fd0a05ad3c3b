import { z } from "zod";
import { CheckpointIdSchema, GraphIdSchema, ThreadIdSchema } from "./ids";

/** A cleaning up that is under way; one at a time. */
export const StorageJobSchema = z.object({
  kind: z.enum(["prune", "compact", "purge"]),
  started_at: z.string(),
  /** Of `total` checkpoints (`prune`) or bytes (`compact`); `total` is 0 while it is not known. */
  done: z.number().int(),
  total: z.number().int(),
});
export type StorageJob = z.infer<typeof StorageJobSchema>;

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
  /** Deleted branches that can still be brought back. `items`: the newest of them. */
  deleted: z.object({
    deletions: z.number().int(),
    checkpoints: z.number().int(),
    bytes: z.number().int(),
    items: z.array(
      z.object({
        deletion_id: z.uuid(),
        thread_id: ThreadIdSchema,
        title: z.string(),
        graph_id: GraphIdSchema.nullable(),
        deleted_at: z.string(),
        checkpoints: z.number().int(),
        bytes: z.number().int(),
      }),
    ),
  }),
  /** Runs that are not at their end. */
  active_runs: z.number().int(),
  /** False for a database that an earlier version made: its first compaction rewrites the whole file and holds up everything meanwhile. */
  compacts_in_steps: z.boolean(),
  /** What is being cleaned up now. */
  job: StorageJobSchema.nullable(),
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
    /** Whole threads (scope `all`) or branches (else) whose newest checkpoint is older. */
    z.strictObject({ kind: z.literal("older_than"), days: z.number().min(0).max(100_000) }),
    /** The newest `count` checkpoints stay, counted back from the end of every branch. */
    z.strictObject({ kind: z.literal("keep_latest"), count: z.number().int().min(1).max(1_000_000) }),
    z.strictObject({ kind: z.literal("everything") }),
  ]),
  /** Only says what would go. */
  dry_run: z.boolean().default(false),
});
export type PruneBody = z.input<typeof PruneBodySchema>;
export const PruneResultSchema = z.object({
  /** Threads that go altogether. */
  threads: z.number().int(),
  /** Checkpoints that go, those of whole threads among them. */
  checkpoints: z.number().int(),
  /** Bytes of the deleted rows; the file shrinks by about as much once it is compacted. */
  bytes: z.number().int(),
  /**
   * What was asked for and stays, and why. `needed_by_delta`: a delta channel of a checkpoint that stays is rebuilt from it;
   * `subgraph_memory`: a subgraph with a memory of its own goes on from it; `needed_by_sends`: written by an early LangGraph,
   * it holds the `Send`s that wait at the one after it.
   */
  kept: z.array(
    z.object({
      reason: z.enum(["waiting", "needed_by_delta", "marked", "running", "subgraph_memory", "needed_by_sends"]),
      checkpoints: z.number().int(),
    }),
  ),
  file_bytes_before: z.number().int(),
  /** Of a dry run: about what it will be. */
  file_bytes_after: z.number().int(),
});
export type PruneResult = z.infer<typeof PruneResultSchema>;

/** `POST /api/debug/storage/compact` gives free space back to the disk. */
export const CompactResultSchema = z.object({ file_bytes_before: z.number().int(), file_bytes_after: z.number().int() });
export type CompactResult = z.infer<typeof CompactResultSchema>;

/** `POST /api/debug/storage/purge`: deleted branches that are given up for good; all of them without a list. */
export const PurgeBodySchema = z.strictObject({ deletion_ids: z.array(z.uuid()).max(1000).nullable().default(null) });
export const PurgeResultSchema = z.object({ deletions: z.number().int() });
export type PurgeResult = z.infer<typeof PurgeResultSchema>;
