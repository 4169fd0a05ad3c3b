import type { TimelineEntry, TimelinePage } from "../schema/checkpoint";
import { withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import { openEnds } from "./open-ends";
import type { Store } from "./open";
import { toTimelineEntry } from "./rows";

/**
 * A page of a thread's checkpoints, newest first, from the index alone: no state is read. Rows that a foreign program
 * wrote are indexed on the way.
 */
export function readTimeline(store: Store, threadId: string, page: { checkpoint_ns: string; before?: string; limit: number }): Promise<TimelinePage> {
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, threadId);
    let query = store.db.selectFrom("checkpoint_index").selectAll().where("thread_id", "=", threadId).where("checkpoint_ns", "=", page.checkpoint_ns);
    if (page.before !== undefined) query = query.where("checkpoint_id", "<", page.before);
    const rows = await query
      .orderBy("checkpoint_id", "desc")
      .limit(page.limit + 1)
      .execute();
    const ends = openEnds(store, threadId, page.checkpoint_ns);
    const checkpoints = rows.slice(0, page.limit).map((row) => toTimelineEntry(row, ends));
    return { checkpoints, next_cursor: rows.length > page.limit ? (checkpoints.at(-1)?.checkpoint_id ?? null) : null };
  });
}

/** One checkpoint's entry, or null. */
export function readEntry(store: Store, threadId: string, checkpointNs: string, checkpointId: string): Promise<TimelineEntry | null> {
  return withStorageErrorsAsync(async () => {
    const find = () =>
      store.db
        .selectFrom("checkpoint_index")
        .selectAll()
        .where("thread_id", "=", threadId)
        .where("checkpoint_ns", "=", checkpointNs)
        .where("checkpoint_id", "=", checkpointId)
        .executeTakeFirst();
    let row = await find();
    if (row === undefined) {
      await ensureIndexed(store, threadId);
      row = await find();
    }
    return row === undefined ? null : toTimelineEntry(row, openEnds(store, threadId, checkpointNs, checkpointId));
  });
}

/** The newest checkpoint's id in a namespace, whoever wrote it, or null. Synchronous. */
export function latestCheckpointId(store: Store, threadId: string, checkpointNs: string): string | null {
  const id: unknown = store
    .prepare(`SELECT checkpoint_id FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? ORDER BY checkpoint_id DESC LIMIT 1`)
    .pluck()
    .get(threadId, checkpointNs);
  return typeof id === "string" ? id : null;
}

/** The newest checkpoint's entry, or null. */
export function latestEntry(store: Store, threadId: string, checkpointNs: string): Promise<TimelineEntry | null> {
  return withStorageErrorsAsync(async () => {
    const id = latestCheckpointId(store, threadId, checkpointNs);
    return id === null ? null : await readEntry(store, threadId, checkpointNs, id);
  });
}

/** True when the checkpoint exists. */
export async function hasCheckpoint(store: Store, threadId: string, checkpointNs: string, checkpointId: string): Promise<boolean> {
  return (await readEntry(store, threadId, checkpointNs, checkpointId)) !== null;
}

/** How many checkpoints the thread has in a namespace. */
export function countCheckpoints(store: Store, threadId: string, checkpointNs: string): Promise<number> {
  return withStorageErrorsAsync(async () => {
    const row = await store.db
      .selectFrom("checkpoints")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("thread_id", "=", threadId)
      .where("checkpoint_ns", "=", checkpointNs)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  });
}
