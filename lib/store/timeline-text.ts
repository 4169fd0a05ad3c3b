import { withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import { openEnds } from "./open-ends";
import type { Store } from "./open";

/** A `TimelineEntry` as JSON, in the order of its schema. `next`, `nodes` and `changed` are stored as JSON. */
const ENTRY = `
  '{"checkpoint_id":' || json_quote(checkpoint_id) ||
  ',"parent_checkpoint_id":' || json_quote(parent_checkpoint_id) ||
  ',"checkpoint_ns":' || json_quote(checkpoint_ns) ||
  ',"source":' || json_quote(source) ||
  ',"step":' || step ||
  ',"run_id":' || json_quote(run_id) ||
  ',"created_at":' || json_quote(created_at) ||
  ',"next":' || next || ',"nodes":' || nodes || ',"changed":' || changed ||
  ',"bytes":' || bytes ||
  ',"has_error":' || iif(checkpoint_id IN (SELECT value FROM json_each(@failed)), 'true', 'false') ||
  ',"has_interrupt":' || iif(checkpoint_id IN (SELECT value FROM json_each(@waiting)), 'true', 'false') || '}'`;

const PAGE = `
  SELECT group_concat(${ENTRY}, ',') AS entries, min(checkpoint_id) AS oldest FROM (
    SELECT * FROM checkpoint_index WHERE thread_id = @thread AND checkpoint_ns = @ns AND checkpoint_id < @before
    ORDER BY checkpoint_id DESC LIMIT @limit
  )`;

/** Comes after every checkpoint id, which are ASCII. */
const AFTER_ALL = "\u007f";

function hasOlder(store: Store, threadId: string, checkpointNs: string, checkpointId: string): boolean {
  const sql = `SELECT 1 FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id < ? LIMIT 1`;
  return store.prepare(sql).get(threadId, checkpointNs, checkpointId) !== undefined;
}

/**
 * `readTimeline` as JSON text, written by SQLite itself: for 5,000 checkpoints four times as quick as making objects of
 * the rows and text of the objects.
 */
export function readTimelineText(store: Store, threadId: string, page: { checkpoint_ns: string; before?: string; limit: number }): Promise<string> {
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, threadId);
    const ends = openEnds(store, threadId, page.checkpoint_ns);
    // Both columns are text, or null for an empty page.
    const row = store.prepare(PAGE).get({
      thread: threadId,
      ns: page.checkpoint_ns,
      before: page.before ?? AFTER_ALL,
      limit: page.limit,
      failed: JSON.stringify([...ends.failed]),
      waiting: JSON.stringify([...ends.waiting]),
    }) as { entries: string | null; oldest: string | null };
    const cursor = row.oldest !== null && hasOlder(store, threadId, page.checkpoint_ns, row.oldest) ? row.oldest : null;
    return `{"checkpoints":[${row.entries ?? ""}],"next_cursor":${JSON.stringify(cursor)}}`;
  });
}
