import { ThreadIdSchema } from "../schema/ids";
import type { ThreadStatus } from "../schema/thread";
import { openEnds } from "./open-ends";
import type { Store } from "./open";

/** Where the thread stands, as far as its newest checkpoint tells. */
export function statusFromRows(store: Store, threadId: string): ThreadStatus {
  const latest: unknown = store
    .prepare(`SELECT checkpoint_id FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = '' ORDER BY checkpoint_id DESC LIMIT 1`)
    .pluck()
    .get(threadId);
  if (typeof latest !== "string") return "idle";
  const ends = openEnds(store, threadId, "", latest);
  if (ends.waiting.has(latest)) return "interrupted";
  return ends.failed.has(latest) ? "error" : "idle";
}

function timeOf(store: Store, threadId: string, order: "ASC" | "DESC"): string | null {
  const ts: unknown = store
    .prepare(
      `SELECT json_extract(CAST(checkpoint AS TEXT), '$.ts') FROM checkpoints
       WHERE thread_id = ? AND checkpoint_ns = '' AND json_valid(CAST(checkpoint AS TEXT)) ORDER BY checkpoint_id ${order} LIMIT 1`,
    )
    .pluck()
    .get(threadId);
  return typeof ts === "string" ? ts : null;
}

/** Makes a thread of one that only a foreign program wrote. Gives false when there is none or Retrograph deleted it. Synchronous. */
export function adoptForeignThread(store: Store, threadId: string): boolean {
  const exists = store.prepare(`SELECT 1 FROM checkpoints WHERE thread_id = ? LIMIT 1`).get(threadId) !== undefined;
  if (!exists || !ThreadIdSchema.safeParse(threadId).success) return false;
  if (store.prepare(`SELECT 1 FROM deleted_threads WHERE thread_id = ?`).get(threadId) !== undefined) return false;
  const now = new Date().toISOString();
  store
    .prepare(
      `INSERT OR IGNORE INTO threads (thread_id, graph_id, title, status, created_at, updated_at, metadata, config)
       VALUES (?, NULL, ?, ?, ?, ?, '{}', '{}')`,
    )
    .run(
      threadId,
      `Thread ${threadId.slice(0, 8)}`,
      statusFromRows(store, threadId),
      timeOf(store, threadId, "ASC") ?? now,
      timeOf(store, threadId, "DESC") ?? now,
    );
  return true;
}

const adoptUnknown = (from: string) => `
  SELECT id FROM (${from}) AS found WHERE id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM threads WHERE thread_id = found.id)
    AND NOT EXISTS (SELECT 1 FROM deleted_threads WHERE thread_id = found.id)`;

/** Jumps from thread to thread in the saver's key, so that it is quick however many checkpoints there are. */
const ALL_UNKNOWN = adoptUnknown(`
  WITH RECURSIVE every(id) AS (
    SELECT min(thread_id) FROM checkpoints
    UNION ALL
    SELECT (SELECT min(thread_id) FROM checkpoints WHERE thread_id > every.id) FROM every WHERE every.id IS NOT NULL
  ) SELECT id FROM every`);
/** SQLite gives a new row the number after the highest one. */
const NEW_UNKNOWN = adoptUnknown(`SELECT DISTINCT thread_id AS id FROM checkpoints WHERE rowid > ?`);

type Seen = { version: number; newest: number; fullScanAt: number };
const seen = new WeakMap<Store, Seen>();

/** Numbers of deleted rows are given again: now and then every thread is looked at. */
const FULL_SCAN_MS = 60_000;

/**
 * Adopts every thread that is not known yet. Costs nothing while no other connection writes, and else only looks at the
 * rows that are new.
 */
export function adoptForeignThreads(store: Store): void {
  const version = Number(store.sqlite.pragma("data_version", { simple: true }));
  const known = seen.get(store);
  const now = Date.now();
  const isRecent = known !== undefined && now - known.fullScanAt < FULL_SCAN_MS;
  if (isRecent && known.version === version) return;
  const newest = Number(store.prepare(`SELECT coalesce(max(rowid), 0) FROM checkpoints`).pluck().get());
  const isGrowth = isRecent && newest >= known.newest;
  const unknown: unknown[] = isGrowth ? store.prepare(NEW_UNKNOWN).pluck().all(known.newest) : store.prepare(ALL_UNKNOWN).pluck().all();
  for (const id of unknown) adoptForeignThread(store, String(id));
  seen.set(store, { version, newest, fullScanAt: isGrowth ? known.fullScanAt : now });
}
