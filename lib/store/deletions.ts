import { v7 as uuid7 } from "uuid";
import { z } from "zod";
import { RetrographError } from "../errors";
import { BranchMarkSchema, CheckpointMarkSchema, type BranchDeletion, type Marks } from "../schema/travel";
import { statusFromRows } from "./adopt";
import { withDescendants, type RowKey, type SizedRow } from "./descendants";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import { moveInterrupts } from "./interrupts-moved";
import { putBranchMark, putCheckpointMark, readMarks } from "./marks";
import { LISTED, forgetDeletion, putAside, putBack, sizeAside, toRowList } from "./move-rows";
import { openEnds } from "./open-ends";
import type { Store } from "./open";
import type { DeletionsTable } from "./tables";
import { writeThreadStatus } from "./threads";
import { latestCheckpointId } from "./timeline";

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
const NOTHING: Attached = { checkpoints: [], branches: [], waiting: [], reopened: [] };

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
  const waiting = moveInterrupts(store, {
    thread_id: threadId,
    where: LISTED,
    values: { rows: toRowList(rows) },
    from: "waiting",
    to: "gone",
    note: "The branch that asked was deleted.",
  });
  return { checkpoints, branches, waiting, reopened: [] };
}

/** Has the thread's newest checkpoint ask again what was moot, if its tasks still wait; gives the ids. */
function reopen(store: Store, threadId: string): string[] {
  const latest = latestCheckpointId(store, threadId, "");
  if (latest === null || !openEnds(store, threadId, "", latest).waiting.has(latest)) return [];
  return moveInterrupts(store, {
    thread_id: threadId,
    where: "checkpoint_id = @checkpoint",
    values: { checkpoint: latest },
    from: "gone",
    to: "waiting",
    note: "It waits again: what the thread had gone on with was deleted.",
  });
}

/** Where a checkpoint is and what it hangs on, or null; its id alone is enough, whichever graph it is of. */
function find(store: Store, threadId: string, checkpointId: string): (RowKey & { parent_checkpoint_id: string | null }) | null {
  // Exactly these columns.
  const row = store
    .prepare(
      `SELECT checkpoint_ns, checkpoint_id, parent_checkpoint_id FROM checkpoint_index
       WHERE thread_id = ? AND checkpoint_id = ? ORDER BY checkpoint_ns LIMIT 1`,
    )
    .get(threadId, checkpointId) as (RowKey & { parent_checkpoint_id: string | null }) | undefined;
  return row ?? null;
}

type Begun = { deletion: DeletionsTable; attached: Attached; rows: SizedRow[]; parentStays: boolean };

/** Notes what is to be deleted and takes off what stands on it. */
function begin(store: Store, threadId: string, checkpointId: string): Begun {
  const checkpoint = find(store, threadId, checkpointId);
  if (checkpoint === null) throw notFound(checkpointId);
  const { rows, others, ownLeft } = withDescendants(store, threadId, checkpoint);
  const parent = checkpoint.parent_checkpoint_id;
  if (ownLeft === 0) {
    throw new RetrographError("invalid_request", "Nothing would be left of the thread. Delete the thread itself instead.", {
      checkpoint_id: checkpointId,
    });
  }
  const attached = detach(store, threadId, rows, readMarks(store, threadId));
  const deletion: DeletionsTable = {
    deletion_id: uuid7(),
    thread_id: threadId,
    deleted_at: new Date().toISOString(),
    checkpoints: rows.length,
    checkpoint_id: checkpointId,
    parent_checkpoint_id: parent,
    bytes: 0,
    attached: JSON.stringify(attached),
  };
  store
    .prepare(
      `INSERT INTO deletions (deletion_id, thread_id, deleted_at, checkpoints, checkpoint_id, parent_checkpoint_id, bytes, attached)
       VALUES (@deletion_id, @thread_id, @deleted_at, @checkpoints, @checkpoint_id, @parent_checkpoint_id, @bytes, @attached)`,
    )
    .run(deletion);
  return { deletion, attached, rows, parentStays: parent !== null && others.has(parent) };
}

/** Has the thread go on from what is its newest checkpoint now. */
function settle(store: Store, { deletion, attached }: Begun): void {
  const { deletion_id, thread_id } = deletion;
  const reopened = reopen(store, thread_id);
  store
    .prepare(`UPDATE deletions SET bytes = ?, attached = ? WHERE deletion_id = ?`)
    .run(sizeAside(store, deletion_id), JSON.stringify({ ...attached, reopened }), deletion_id);
  writeThreadStatus(store, thread_id, statusFromRows(store, thread_id));
}

/**
 * Deletes a checkpoint, of the workflow or of a subgraph, with all that came of it and the states of the subgraphs that ran there: the rows
 * are put aside with their marks, out of LangGraph's sight, and the thread's status is what its newest checkpoint says.
 * Throws `checkpoint_not_found`, and `invalid_request` when nothing would be left. The caller sees to it that nothing runs.
 */
export function deleteWithDescendants(store: Store, threadId: string, checkpointId: string): Promise<BranchDeletion> {
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, threadId);
    const begun = store.sqlite.transaction(() => begin(store, threadId, checkpointId)).immediate();
    const { deletion, rows, parentStays } = begun;
    await putAside(store, deletion, rows);
    store.sqlite.transaction(() => settle(store, begun)).immediate();
    return {
      deletion_id: deletion.deletion_id,
      checkpoints: rows.length,
      parent_checkpoint_id: parentStays ? deletion.parent_checkpoint_id : null,
    };
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
       WHERE d.thread_id = ? AND i.checkpoint_id = ? LIMIT 1`,
    )
    .pluck()
    .get(threadId, checkpointId);
  return typeof id === "string" ? id : null;
}

function refuseIfWrittenAgain(store: Store, deletionId: string): void {
  const taken = store
    .prepare(
      `SELECT 1 FROM deleted_index AS d JOIN checkpoints AS c
         ON c.thread_id = d.thread_id AND c.checkpoint_ns = d.checkpoint_ns AND c.checkpoint_id = d.checkpoint_id
       WHERE d.deletion_id = ? LIMIT 1`,
    )
    .get(deletionId);
  if (taken === undefined) return;
  throw new RetrographError("already_exists", "Another program has written these checkpoints again: the deleted ones stay put aside.", {
    deletion_id: deletionId,
  });
}

/** Puts back what stood on the rows, and closes the deletion. */
function reattach(store: Store, { deletion_id, thread_id, attached }: DeletionsTable): void {
  const { checkpoints, branches, waiting, reopened } = AttachedSchema.catch(NOTHING).parse(JSON.parse(attached));
  for (const mark of checkpoints) putCheckpointMark(store, thread_id, mark);
  for (const mark of branches) putBranchMark(store, thread_id, mark);
  const move = { thread_id, where: "interrupt_id IN (SELECT value FROM json_each(@ids))" };
  const note = "The deleted branch was brought back.";
  moveInterrupts(store, { ...move, values: { ids: JSON.stringify(waiting) }, from: "gone", to: "waiting", note });
  moveInterrupts(store, { ...move, values: { ids: JSON.stringify(reopened) }, from: "waiting", to: "gone", note });
  forgetDeletion(store, deletion_id);
  writeThreadStatus(store, thread_id, statusFromRows(store, thread_id));
}

/**
 * Brings deleted checkpoints back as they were, with their marks and waiting requests, and with what they hang on if that
 * was deleted too. Throws `deletion_not_found`, and `already_exists` when another program has written them again.
 */
export function undoDeletion(store: Store, threadId: string, deletionId: string): Promise<void> {
  return withStorageErrorsAsync(async () => {
    if (readDeletion(store, threadId, deletionId) === null) {
      throw new RetrographError("deletion_not_found", "There is nothing to bring back: it was brought back before, or is gone for good.", {
        deletion_id: deletionId,
      });
    }
    for (let next: string | null = deletionId; next !== null;) {
      const deletion = readDeletion(store, threadId, next);
      if (deletion === null) break;
      refuseIfWrittenAgain(store, next);
      await putBack(store, deletion);
      store.sqlite.transaction(() => reattach(store, deletion)).immediate();
      const parent = deletion.parent_checkpoint_id;
      next = parent === null || find(store, threadId, parent) !== null ? null : deletionOf(store, threadId, parent);
    }
  });
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
        for (const id of ids) forgetDeletion(store, String(id));
        return ids.length;
      })
      .immediate(),
  );
}
