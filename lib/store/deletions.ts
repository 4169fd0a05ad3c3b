import { v7 as uuid7 } from "uuid";
import { z } from "zod";
import { RetrographError } from "../errors";
import { BranchMarkSchema, CheckpointMarkSchema, type BranchDeletion, type Marks } from "../schema/travel";
import { statusFromRows } from "./adopt";
import { withDescendants, type RowKey } from "./descendants";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import { putBranchMark, putCheckpointMark, readMarks } from "./marks";
import { openEnds } from "./open-ends";
import type { Store } from "./open";
import type { DeletionsTable } from "./tables";
import { writeThreadStatus } from "./threads";
import { latestCheckpointId } from "./timeline";

const CHECKPOINT = "thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata";
const WRITE = "thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value";
const INDEX =
  "thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, next, nodes, changed, bytes, outer_checkpoint_id";

/** What is moved, from where to where; the columns are the same on both sides. */
const MOVED = [
  { from: "checkpoints", to: "deleted_checkpoints", columns: CHECKPOINT },
  { from: "writes", to: "deleted_writes", columns: WRITE },
  { from: "checkpoint_index", to: "deleted_index", columns: INDEX },
] as const;

/**
 * What stood on deleted rows: the table's `attached`. `waiting` are requests that were asked there; `reopened` those of the
 * checkpoint that is the newest now, which were moot as long as the thread had gone on another way.
 */
const AttachedSchema = z.object({
  checkpoints: z.array(CheckpointMarkSchema).default([]),
  branches: z.array(BranchMarkSchema).default([]),
  waiting: z.array(z.string()).default([]),
  reopened: z.array(z.string()).default([]),
});
type Attached = z.infer<typeof AttachedSchema>;

/** Rows of a JSON list of `[namespace, id]`. */
const LISTED = `(checkpoint_ns, checkpoint_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(@rows))`;

function toList(rows: readonly RowKey[]): string {
  return JSON.stringify(rows.map((row) => [row.checkpoint_ns, row.checkpoint_id]));
}

function notFound(checkpointId: string): RetrographError {
  return new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpointId}. It may have been deleted.`, {
    checkpoint_id: checkpointId,
  });
}

/** Takes the marks off the rows, and says of requests that waited there that they are moot. */
function detach(store: Store, threadId: string, rows: readonly RowKey[], marks: Pick<Marks, "checkpoints" | "branches">): Attached {
  const keys = new Set(rows.map((row) => `${row.checkpoint_ns}\n${row.checkpoint_id}`));
  const checkpoints = marks.checkpoints.filter((mark) => keys.has(`${mark.checkpoint_ns}\n${mark.checkpoint_id}`));
  const branches = marks.branches.filter((mark) => keys.has(`\n${mark.branch_id}`));
  for (const mark of checkpoints) putCheckpointMark(store, threadId, { ...mark, label: null, note: null, starred: false });
  for (const mark of branches) putBranchMark(store, threadId, { ...mark, name: null, colour: null });
  const waiting = store
    .prepare(`UPDATE interrupts SET status = 'gone' WHERE thread_id = @thread AND status = 'waiting' AND ${LISTED} RETURNING interrupt_id`)
    .pluck()
    .all({ thread: threadId, rows: toList(rows) });
  return { checkpoints, branches, waiting: waiting.map(String), reopened: reopen(store, threadId) };
}

/** Has the thread's newest checkpoint ask again what was moot, if its tasks still wait; gives the ids. */
function reopen(store: Store, threadId: string): string[] {
  const latest = latestCheckpointId(store, threadId, "");
  if (latest === null || !openEnds(store, threadId, "", latest).waiting.has(latest)) return [];
  return store
    .prepare(`UPDATE interrupts SET status = 'waiting' WHERE thread_id = ? AND checkpoint_id = ? AND status = 'gone' RETURNING interrupt_id`)
    .pluck()
    .all(threadId, latest)
    .map(String);
}

type Deletion = Omit<DeletionsTable, "checkpoints" | "bytes" | "attached">;

function moveAway(store: Store, deletion: Deletion, rows: readonly RowKey[], marks: Pick<Marks, "checkpoints" | "branches">): void {
  const place = { thread: deletion.thread_id, rows: toList(rows) };
  for (const { from, to, columns } of MOVED) {
    store
      .prepare(`INSERT INTO ${to} (deletion_id, ${columns}) SELECT @deletion, ${columns} FROM ${from} WHERE thread_id = @thread AND ${LISTED}`)
      .run({ ...place, deletion: deletion.deletion_id });
    store.prepare(`DELETE FROM ${from} WHERE thread_id = @thread AND ${LISTED}`).run(place);
  }
  const bytes = store
    .prepare(
      `SELECT coalesce((SELECT sum(length(checkpoint) + length(metadata)) FROM deleted_checkpoints WHERE deletion_id = @id), 0)
         + coalesce((SELECT sum(length(value)) FROM deleted_writes WHERE deletion_id = @id), 0)`,
    )
    .pluck()
    .get({ id: deletion.deletion_id });
  const attached = detach(store, deletion.thread_id, rows, marks);
  store
    .prepare(
      `INSERT INTO deletions (deletion_id, thread_id, deleted_at, checkpoints, checkpoint_id, parent_checkpoint_id, bytes, attached)
       VALUES (@deletion_id, @thread_id, @deleted_at, @checkpoints, @checkpoint_id, @parent_checkpoint_id, @bytes, @attached)`,
    )
    .run({ ...deletion, checkpoints: rows.length, bytes, attached: JSON.stringify(attached) });
}

/** The parent in the index, or undefined for a checkpoint that is not there. */
function parentOf(store: Store, threadId: string, checkpointId: string): string | null | undefined {
  const row: unknown = store
    .prepare(`SELECT parent_checkpoint_id FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?`)
    .get(threadId, checkpointId);
  if (typeof row !== "object" || row === null || !("parent_checkpoint_id" in row)) return undefined;
  return typeof row.parent_checkpoint_id === "string" ? row.parent_checkpoint_id : null;
}

/**
 * Deletes a checkpoint of the workflow with all that came of it and the states of the subgraphs that ran there: the rows
 * are put aside with their marks, out of LangGraph's sight, and the thread's status is what its newest checkpoint says.
 * Throws `checkpoint_not_found`, and `invalid_request` when nothing would be left. The caller sees to it that nothing runs.
 */
export function deleteWithDescendants(store: Store, threadId: string, checkpointId: string): Promise<BranchDeletion> {
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, threadId);
    return store.sqlite
      .transaction(() => {
        const parent = parentOf(store, threadId, checkpointId);
        if (parent === undefined) throw notFound(checkpointId);
        const { rows, others } = withDescendants(store, threadId, checkpointId);
        if (others.size === 0) {
          throw new RetrographError("invalid_request", "Nothing would be left of the thread. Delete the thread itself instead.", {
            checkpoint_id: checkpointId,
          });
        }
        const deletion: Deletion = {
          deletion_id: uuid7(),
          thread_id: threadId,
          deleted_at: new Date().toISOString(),
          checkpoint_id: checkpointId,
          parent_checkpoint_id: parent,
        };
        moveAway(store, deletion, rows, readMarks(store, threadId));
        writeThreadStatus(store, threadId, statusFromRows(store, threadId));
        return {
          deletion_id: deletion.deletion_id,
          checkpoints: rows.length,
          parent_checkpoint_id: parent !== null && others.has(parent) ? parent : null,
        };
      })
      .immediate();
  });
}

function readDeletion(store: Store, threadId: string, deletionId: string): DeletionsTable | null {
  // The table has exactly these columns.
  const row = store.prepare(`SELECT * FROM deletions WHERE deletion_id = ? AND thread_id = ?`).get(deletionId, threadId) as
    DeletionsTable | undefined;
  return row ?? null;
}

/** The deletion whose rows the checkpoint is among, where it was deleted before or after. */
function deletionOf(store: Store, threadId: string, checkpointId: string): string | null {
  const id: unknown = store
    .prepare(
      `SELECT i.deletion_id FROM deletions AS d JOIN deleted_index AS i ON i.deletion_id = d.deletion_id
       WHERE d.thread_id = ? AND i.checkpoint_ns = '' AND i.checkpoint_id = ? LIMIT 1`,
    )
    .pluck()
    .get(threadId, checkpointId);
  return typeof id === "string" ? id : null;
}

function bringBack(store: Store, deletion: DeletionsTable): void {
  const { deletion_id: id, thread_id: threadId } = deletion;
  const taken = store
    .prepare(
      `SELECT 1 FROM deleted_index AS d JOIN checkpoints AS c
         ON c.thread_id = d.thread_id AND c.checkpoint_ns = d.checkpoint_ns AND c.checkpoint_id = d.checkpoint_id
       WHERE d.deletion_id = ? LIMIT 1`,
    )
    .get(id);
  if (taken !== undefined) {
    throw new RetrographError("already_exists", "Another program has written these checkpoints again: the deleted ones stay put aside.", {
      deletion_id: id,
    });
  }
  for (const { from, to, columns } of MOVED) {
    store.prepare(`INSERT INTO ${from} (${columns}) SELECT ${columns} FROM ${to} WHERE deletion_id = ?`).run(id);
  }
  const attached = AttachedSchema.catch({ checkpoints: [], branches: [], waiting: [], reopened: [] }).parse(JSON.parse(deletion.attached));
  for (const mark of attached.checkpoints) putCheckpointMark(store, threadId, mark);
  for (const mark of attached.branches) putBranchMark(store, threadId, mark);
  const wait = store.prepare(`UPDATE interrupts SET status = 'waiting' WHERE thread_id = ? AND interrupt_id = ? AND status = 'gone'`);
  for (const interruptId of attached.waiting) wait.run(threadId, interruptId);
  const close = store.prepare(`UPDATE interrupts SET status = 'gone' WHERE thread_id = ? AND interrupt_id = ? AND status = 'waiting'`);
  for (const interruptId of attached.reopened) close.run(threadId, interruptId);
  forget(store, id);
}

function forget(store: Store, deletionId: string): void {
  for (const table of [...MOVED.map(({ to }) => to), "deletions"]) store.prepare(`DELETE FROM ${table} WHERE deletion_id = ?`).run(deletionId);
}

/**
 * Brings deleted checkpoints back as they were, with their marks and waiting requests, and with what they hang on if that
 * was deleted too. Throws `deletion_not_found`, and `already_exists` when another program has written them again.
 */
export async function undoDeletion(store: Store, threadId: string, deletionId: string): Promise<void> {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        if (readDeletion(store, threadId, deletionId) === null) {
          throw new RetrographError("deletion_not_found", "There is nothing to bring back: it was brought back before, or is gone for good.", {
            deletion_id: deletionId,
          });
        }
        for (let next: string | null = deletionId; next !== null;) {
          const deletion = readDeletion(store, threadId, next);
          if (deletion === null) break;
          bringBack(store, deletion);
          const parent = deletion.parent_checkpoint_id;
          next = parent === null || parentOf(store, threadId, parent) !== undefined ? null : deletionOf(store, threadId, parent);
        }
        writeThreadStatus(store, threadId, statusFromRows(store, threadId));
      })
      .immediate(),
  );
}

/** Deletions of a thread that can be undone, newest first. */
export async function listDeletions(store: Store, threadId: string): Promise<Marks["deletions"]> {
  return withStorageErrors(() => {
    // Exactly these columns.
    return store
      .prepare(`SELECT deletion_id, checkpoints, deleted_at FROM deletions WHERE thread_id = ? ORDER BY deleted_at DESC, deletion_id DESC`)
      .all(threadId) as Marks["deletions"];
  });
}

/** Gives up what was deleted: one deletion, or all that are older than a moment (ISO 8601). Gives how many there were. */
export async function purgeDeletions(store: Store, which: { deletion_id: string } | { before: string }): Promise<number> {
  return withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        const [where, value] = "before" in which ? ["deleted_at < ?", which.before] : ["deletion_id = ?", which.deletion_id];
        const ids = store.prepare(`SELECT deletion_id FROM deletions WHERE ${where}`).pluck().all(value);
        for (const id of ids) forget(store, String(id));
        return ids.length;
      })
      .immediate(),
  );
}
