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

/** Adopts every thread that is not known yet. Jumps from thread to thread in the saver's key, so that it is quick however many checkpoints there are. */
export function adoptForeignThreads(store: Store): void {
  const unknown: unknown[] = store
    .prepare(
      `WITH RECURSIVE found(id) AS (
         SELECT min(thread_id) FROM checkpoints
         UNION ALL
         SELECT (SELECT min(thread_id) FROM checkpoints WHERE thread_id > found.id) FROM found WHERE found.id IS NOT NULL
       )
       SELECT id FROM found WHERE id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM threads WHERE thread_id = found.id)
         AND NOT EXISTS (SELECT 1 FROM deleted_threads WHERE thread_id = found.id)`,
    )
    .pluck()
    .all();
  for (const id of unknown) adoptForeignThread(store, String(id));
}
