import { BranchColourSchema, type BranchMark, type CheckpointMark, type Marks } from "../schema/travel";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import type { BranchMarksTable, CheckpointMarksTable } from "./tables";

type Place = { thread_id: string; checkpoint_ns: string; checkpoint_id: string };

function toCheckpointMark(row: CheckpointMarksTable): CheckpointMark {
  const { checkpoint_ns, checkpoint_id, label, note, starred } = row;
  return { checkpoint_ns, checkpoint_id, label, note, starred: starred !== 0 };
}

function toBranchMark({ branch_id, name, colour }: BranchMarksTable): BranchMark {
  // A newer Retrograph may know colours that this one does not.
  return { branch_id, name, colour: BranchColourSchema.nullable().catch(null).parse(colour) };
}

function checkpointRow(store: Store, place: Place): CheckpointMarksTable | undefined {
  return store
    .prepare(`SELECT * FROM checkpoint_marks WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
    .get(place.thread_id, place.checkpoint_ns, place.checkpoint_id) as CheckpointMarksTable | undefined;
}

/** Writes a checkpoint's mark as it is, or removes it when it says nothing. Synchronous, without a transaction of its own. */
export function putCheckpointMark(store: Store, threadId: string, mark: CheckpointMark): void {
  const { checkpoint_ns, checkpoint_id, label, note, starred } = mark;
  if (label === null && note === null && !starred) {
    store
      .prepare(`DELETE FROM checkpoint_marks WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
      .run(threadId, checkpoint_ns, checkpoint_id);
    return;
  }
  store
    .prepare(
      `INSERT OR REPLACE INTO checkpoint_marks (thread_id, checkpoint_ns, checkpoint_id, label, note, starred, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(threadId, checkpoint_ns, checkpoint_id, label, note, starred ? 1 : 0, new Date().toISOString());
}

/** Writes a branch's mark as it is, or removes it when it says nothing. Synchronous, without a transaction of its own. */
export function putBranchMark(store: Store, threadId: string, mark: BranchMark): void {
  if (mark.name === null && mark.colour === null) {
    store.prepare(`DELETE FROM branch_marks WHERE thread_id = ? AND branch_id = ?`).run(threadId, mark.branch_id);
    return;
  }
  store
    .prepare(`INSERT OR REPLACE INTO branch_marks (thread_id, branch_id, name, colour, updated_at) VALUES (?, ?, ?, ?, ?)`)
    .run(threadId, mark.branch_id, mark.name, mark.colour, new Date().toISOString());
}

/** The text, or null for one without a letter. */
function orNull(text: string | null): string | null {
  return text === null || text === "" ? null : text;
}

/** Changes what is given of a checkpoint's mark and leaves the rest; gives the mark as it is now. */
export async function changeCheckpointMark(
  store: Store,
  place: Place,
  change: { label?: string | null | undefined; note?: string | null | undefined; starred?: boolean | undefined },
): Promise<CheckpointMark> {
  return withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        const row = checkpointRow(store, place);
        const mark: CheckpointMark = {
          checkpoint_ns: place.checkpoint_ns,
          checkpoint_id: place.checkpoint_id,
          label: orNull(change.label === undefined ? (row?.label ?? null) : change.label),
          note: orNull(change.note === undefined ? (row?.note ?? null) : change.note),
          starred: change.starred ?? (row?.starred ?? 0) !== 0,
        };
        putCheckpointMark(store, place.thread_id, mark);
        return mark;
      })
      .immediate(),
  );
}

/** Changes what is given of a branch's mark and leaves the rest; gives the mark as it is now. */
export async function changeBranchMark(
  store: Store,
  place: { thread_id: string; branch_id: string },
  change: { name?: string | null | undefined; colour?: BranchMark["colour"] | undefined },
): Promise<BranchMark> {
  return withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        const row = store.prepare(`SELECT * FROM branch_marks WHERE thread_id = ? AND branch_id = ?`).get(place.thread_id, place.branch_id) as
          BranchMarksTable | undefined;
        const before = row === undefined ? null : toBranchMark(row);
        const mark: BranchMark = {
          branch_id: place.branch_id,
          name: orNull(change.name === undefined ? (before?.name ?? null) : change.name),
          colour: change.colour === undefined ? (before?.colour ?? null) : change.colour,
        };
        putBranchMark(store, place.thread_id, mark);
        return mark;
      })
      .immediate(),
  );
}

/** What people noted on a thread's checkpoints and branches, oldest checkpoint first. Synchronous. */
export function readMarks(store: Store, threadId: string): Pick<Marks, "checkpoints" | "branches"> {
  return withStorageErrors(() => {
    // Exactly the columns of the two tables.
    const checkpoints = store
      .prepare(`SELECT * FROM checkpoint_marks WHERE thread_id = ? ORDER BY checkpoint_id`)
      .all(threadId) as CheckpointMarksTable[];
    const branches = store.prepare(`SELECT * FROM branch_marks WHERE thread_id = ? ORDER BY branch_id`).all(threadId) as BranchMarksTable[];
    return { checkpoints: checkpoints.map(toCheckpointMark), branches: branches.map(toBranchMark) };
  });
}
