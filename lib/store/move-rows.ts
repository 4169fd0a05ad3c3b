import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { RowKey, SizedRow } from "./descendants";
import type { Store } from "./open";

const CHECKPOINT = "thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata";
const WRITE = "thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value";
const INDEX =
  "thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, next, nodes, changed, bytes, outer_checkpoint_id, outline";

/** Where rows live, and where they are put aside; the columns are the same on both sides. */
const PLACES = [
  { live: "checkpoints", aside: "deleted_checkpoints", columns: CHECKPOINT },
  { live: "writes", aside: "deleted_writes", columns: WRITE },
  { live: "checkpoint_index", aside: "deleted_index", columns: INDEX },
] as const;

/** Rows of a JSON list of `[namespace, id]`. */
export const LISTED = `(checkpoint_ns, checkpoint_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(@rows))`;

/** `LISTED`'s list. */
export function toRowList(rows: readonly RowKey[]): string {
  return JSON.stringify(rows.map((row) => [row.checkpoint_ns, row.checkpoint_id]));
}

type Deletion = { deletion_id: string; thread_id: string };

/** States that are moved at once: everything else in the process waits meanwhile. */
const SLICE_BYTES = 8 * 1024 * 1024;
const SLICE_ROWS = 2000;

/** Portions of rows by the size of their states. */
function slices(rows: readonly SizedRow[]): RowKey[][] {
  const portions: RowKey[][] = [];
  let portion: RowKey[] = [];
  let bytes = 0;
  for (const row of rows) {
    portion.push(row);
    bytes += row.bytes;
    if (bytes < SLICE_BYTES && portion.length < SLICE_ROWS) continue;
    portions.push(portion);
    portion = [];
    bytes = 0;
  }
  return portion.length === 0 ? portions : [...portions, portion];
}

/**
 * Puts rows aside, children before their parents, a portion of them in a transaction each: whenever it ends, what is left
 * is a tree, and what was put aside can be brought back.
 */
export async function putAside(store: Store, deletion: Deletion, rows: readonly SizedRow[]): Promise<void> {
  for (const portion of slices(rows)) {
    const place = { thread: deletion.thread_id, rows: toRowList(portion) };
    store.sqlite
      .transaction(() => {
        for (const { live, aside, columns } of PLACES) {
          store
            .prepare(
              `INSERT INTO ${aside} (deletion_id, ${columns}) SELECT @deletion, ${columns} FROM ${live} WHERE thread_id = @thread AND ${LISTED}`,
            )
            .run({ ...place, deletion: deletion.deletion_id });
          store.prepare(`DELETE FROM ${live} WHERE thread_id = @thread AND ${LISTED}`).run(place);
        }
      })
      .immediate();
    await nextMacrotask();
  }
}

/** Puts the rows of a deletion back where they were, parents before their children, a portion of them in a transaction each. */
export async function putBack(store: Store, deletion: Deletion): Promise<void> {
  // Exactly these columns.
  const rows = store
    .prepare(`SELECT checkpoint_ns, checkpoint_id, bytes FROM deleted_index WHERE deletion_id = ? ORDER BY checkpoint_id`)
    .all(deletion.deletion_id) as SizedRow[];
  for (const portion of slices(rows)) {
    const place = { deletion: deletion.deletion_id, rows: toRowList(portion) };
    store.sqlite
      .transaction(() => {
        for (const { live, aside, columns } of PLACES) {
          store.prepare(`INSERT INTO ${live} (${columns}) SELECT ${columns} FROM ${aside} WHERE deletion_id = @deletion AND ${LISTED}`).run(place);
          store.prepare(`DELETE FROM ${aside} WHERE deletion_id = @deletion AND ${LISTED}`).run(place);
        }
      })
      .immediate();
    await nextMacrotask();
  }
}

/** Size of what a deletion has put aside, in bytes. Synchronous. */
export function sizeAside(store: Store, deletionId: string): number {
  const bytes: unknown = store
    .prepare(
      `SELECT coalesce((SELECT sum(length(checkpoint) + length(metadata)) FROM deleted_checkpoints WHERE deletion_id = @id), 0)
         + coalesce((SELECT sum(length(value)) FROM deleted_writes WHERE deletion_id = @id), 0)`,
    )
    .pluck()
    .get({ id: deletionId });
  return Number(bytes);
}

/** Gives up what a deletion has put aside, and the deletion itself. Synchronous, without a transaction of its own. */
export function forgetDeletion(store: Store, deletionId: string): void {
  for (const table of [...PLACES.map(({ aside }) => aside), "deletions"]) store.prepare(`DELETE FROM ${table} WHERE deletion_id = ?`).run(deletionId);
}
