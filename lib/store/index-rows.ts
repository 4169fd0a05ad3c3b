import { setImmediate as nextMacrotask } from "node:timers/promises";
import { RunIdSchema } from "../schema/ids";
import type { CheckpointsTable } from "./tables";
import type { IndexEntry, Parent } from "./index-entry";
import { toIndexEntry } from "./index-entry";
import type { Store } from "./open";
import { outerCheckpointId } from "./outer-checkpoint";
import { outlineOf } from "./outline";
import { parseCheckpoint, parseMetadata, type RawCheckpoint } from "./raw-checkpoint";
import { parseNames } from "./rows";
import { startNodeOf } from "./start-node";

const INSERT_ENTRY = `INSERT OR REPLACE INTO checkpoint_index
  (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, next, nodes, changed, bytes, outer_checkpoint_id, outline)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Of a subgraph's checkpoint whose row does not tell which one encloses it. */
const NO_OUTER = "";

/** Rows indexed before the event loop gets its turn, in milliseconds of work. */
const SLICE_MS = 8;

/** Writes an entry, with the outline of its state, without a transaction of its own. Synchronous. */
export function insertIndexEntry(store: Store, threadId: string, entry: IndexEntry, outline: string | null): void {
  store
    .prepare(INSERT_ENTRY)
    .run(
      threadId,
      entry.checkpoint_ns,
      entry.checkpoint_id,
      entry.parent_checkpoint_id,
      entry.source,
      entry.step,
      entry.run_id,
      entry.created_at,
      JSON.stringify(entry.next),
      JSON.stringify(entry.nodes),
      JSON.stringify(entry.changed),
      entry.bytes,
      entry.checkpoint_ns === "" ? null : (entry.outer_checkpoint_id ?? NO_OUTER),
      outline,
    );
}

type Place = { thread_id: string; checkpoint_ns: string };

/** A stored checkpoint row, or null. Synchronous. */
export function readRow(store: Store, place: Place, checkpointId: string): CheckpointsTable | null {
  // The saver's table has exactly these columns.
  const row = store
    .prepare(`SELECT * FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
    .get(place.thread_id, place.checkpoint_ns, checkpointId) as CheckpointsTable | undefined;
  return row ?? null;
}

function readControl(store: Store, place: Place, checkpointId: string): RawCheckpoint | null {
  const row = readRow(store, place, checkpointId);
  if (row === null) return null;
  try {
    return parseCheckpoint(row);
  } catch {
    return null;
  }
}

/** What the entry of a checkpoint needs of its parent, from the index. */
export function parentFromIndex(store: Store, place: Place, parentId: string | null): Parent | null {
  if (parentId === null) return null;
  const next: unknown = store
    .prepare(`SELECT next FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
    .pluck()
    .get(place.thread_id, place.checkpoint_ns, parentId);
  return { next: typeof next === "string" ? parseNames(next) : [], control: () => readControl(store, place, parentId) };
}

function runIdIn(metadata: { [key: string]: unknown }): string | null {
  const parsed = RunIdSchema.safeParse(metadata.run_id);
  return parsed.success ? parsed.data : null;
}

/** The entry of a damaged row: the timeline shows that something is there, right after its parent. */
function damagedEntry(store: Store, row: CheckpointsTable): IndexEntry {
  const parent: unknown = store
    .prepare(`SELECT step, created_at FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
    .get(row.thread_id, row.checkpoint_ns, row.parent_checkpoint_id);
  const { step, created_at }: { step?: unknown; created_at?: unknown } = { ...(typeof parent === "object" ? parent : null) };
  return {
    checkpoint_id: row.checkpoint_id,
    parent_checkpoint_id: row.parent_checkpoint_id,
    checkpoint_ns: row.checkpoint_ns,
    source: "loop",
    step: typeof step === "number" ? step + 1 : -1,
    run_id: null,
    created_at: typeof created_at === "string" ? created_at : new Date(0).toISOString(),
    next: [],
    nodes: [],
    changed: [],
    bytes: row.checkpoint?.length ?? 0,
  };
}

function entryOfRow(store: Store, row: CheckpointsTable): { entry: IndexEntry; outline: string | null } {
  try {
    const checkpoint = parseCheckpoint(row);
    const metadata = parseMetadata(row);
    const facts = {
      checkpoint_ns: row.checkpoint_ns,
      parent_checkpoint_id: row.parent_checkpoint_id,
      source: metadata.source,
      step: metadata.step,
      run_id: runIdIn(metadata),
      created_at: checkpoint.ts,
      bytes: row.checkpoint?.length ?? 0,
      outer_checkpoint_id: outerCheckpointId(row.checkpoint_ns, metadata),
      checkpoint,
    };
    const startNode = startNodeOf(store, row.thread_id, row.checkpoint_ns, checkpoint);
    const entry = toIndexEntry(facts, parentFromIndex(store, row, row.parent_checkpoint_id), { startNode });
    return { entry, outline: outlineOf(entry.changed, checkpoint.channel_values) };
  } catch {
    return { entry: damagedEntry(store, row), outline: null };
  }
}

/**
 * A first input does not say which entrypoint takes it; the checkpoint after it does. Written by a foreign program that
 * is still at work, the first may be indexed before the second exists.
 */
function nameInputNode(store: Store, threadId: string, entry: IndexEntry): void {
  if (entry.source !== "loop" || entry.parent_checkpoint_id === null || entry.nodes.length !== 1) return;
  store
    .prepare(
      `UPDATE checkpoint_index SET next = ? WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND next = '["__start__"]' AND next <> ?`,
    )
    .run(JSON.stringify(entry.nodes), threadId, entry.checkpoint_ns, entry.parent_checkpoint_id, JSON.stringify(entry.nodes));
}

function indexRow(store: Store, row: CheckpointsTable): void {
  const { entry, outline } = entryOfRow(store, row);
  insertIndexEntry(store, row.thread_id, entry, outline);
  nameInputNode(store, row.thread_id, entry);
}

type RowKey = { checkpoint_ns: string; checkpoint_id: string };

function missingRows(store: Store, threadId: string): RowKey[] {
  // Both columns are NOT NULL text in the saver's table.
  return store
    .prepare(
      `SELECT c.checkpoint_ns, c.checkpoint_id FROM checkpoints AS c
       WHERE c.thread_id = ? AND NOT EXISTS (
         SELECT 1 FROM checkpoint_index AS i
         WHERE i.thread_id = c.thread_id AND i.checkpoint_ns = c.checkpoint_ns AND i.checkpoint_id = c.checkpoint_id)
       ORDER BY c.checkpoint_id`,
    )
    .all(threadId) as RowKey[];
}

function countOf(store: Store, table: "checkpoints" | "checkpoint_index", threadId: string): number {
  return Number(store.prepare(`SELECT count(*) FROM ${table} WHERE thread_id = ?`).pluck().get(threadId));
}

/** Takes out entries whose checkpoint a foreign program deleted. */
function removeOrphans(store: Store, threadId: string): void {
  store
    .prepare(
      `DELETE FROM checkpoint_index WHERE thread_id = ? AND NOT EXISTS (
         SELECT 1 FROM checkpoints AS c WHERE c.thread_id = checkpoint_index.thread_id
           AND c.checkpoint_ns = checkpoint_index.checkpoint_ns AND c.checkpoint_id = checkpoint_index.checkpoint_id)`,
    )
    .run(threadId);
}

/** Subgraph rows indexed by a version that did not note which checkpoint encloses them. */
function unplacedRows(store: Store, threadId: string): RowKey[] {
  // Both columns are NOT NULL text.
  return store
    .prepare(
      `SELECT checkpoint_ns, checkpoint_id FROM checkpoint_index INDEXED BY unplaced_checkpoints
       WHERE thread_id = ? AND checkpoint_ns <> '' AND outer_checkpoint_id IS NULL`,
    )
    .all(threadId) as RowKey[];
}

function placeRow(store: Store, row: CheckpointsTable): void {
  store
    .prepare(`UPDATE checkpoint_index SET outer_checkpoint_id = ? WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
    .run(outerOfRow(row) ?? NO_OUTER, row.thread_id, row.checkpoint_ns, row.checkpoint_id);
}

function outerOfRow(row: CheckpointsTable): string | null {
  try {
    return outerCheckpointId(row.checkpoint_ns, parseMetadata(row));
  } catch {
    return null;
  }
}

/** Works through rows in slices of one transaction each, so that others get their turn in between. */
async function forEachRow(
  store: Store,
  threadId: string,
  keys: readonly RowKey[],
  work: (store: Store, row: CheckpointsTable) => void,
): Promise<void> {
  for (let done = 0; done < keys.length;) {
    const until = performance.now() + SLICE_MS;
    store.sqlite.transaction(() => {
      do {
        const key = keys[done++];
        const row = key === undefined ? null : readRow(store, { thread_id: threadId, checkpoint_ns: key.checkpoint_ns }, key.checkpoint_id);
        if (row !== null) work(store, row);
      } while (done < keys.length && performance.now() < until);
    })();
    await nextMacrotask();
  }
}

type Seen = { version: string; threads: Set<string> };

/** Threads whose index was found complete, for as long as nobody changes anything in the database. */
const seen = new WeakMap<Store, Seen>();

/** Another value after every change of the database, by this connection or by another one. */
function databaseVersion(store: Store): string {
  return `${String(store.sqlite.pragma("data_version", { simple: true }))} ${String(store.prepare("SELECT total_changes()").pluck().get())}`;
}

/**
 * Brings the index of a thread up to what the saver's tables hold: rows of foreign programs are indexed when first
 * seen, entries of deleted ones removed. Costs a millisecond or two when there is nothing to do, and nothing when
 * nothing has changed since.
 */
export async function ensureIndexed(store: Store, threadId: string): Promise<void> {
  const version = databaseVersion(store);
  const known = seen.get(store);
  if (known?.version === version && known.threads.has(threadId)) return;
  await forEachRow(store, threadId, missingRows(store, threadId), indexRow);
  await forEachRow(store, threadId, unplacedRows(store, threadId), placeRow);
  if (countOf(store, "checkpoints", threadId) !== countOf(store, "checkpoint_index", threadId)) removeOrphans(store, threadId);
  // What was changed on the way, by this function or meanwhile by others, is looked at once more next time.
  if (databaseVersion(store) !== version) return;
  if (known?.version === version) known.threads.add(threadId);
  else seen.set(store, { version, threads: new Set([threadId]) });
}
