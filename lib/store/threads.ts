import type { Selectable } from "kysely";
import { RetrographError } from "../errors";
import { JsonObjectSchema, type JsonObject } from "../schema/json";
import type { Thread, ThreadStatus } from "../schema/thread";
import { adoptForeignThread, adoptForeignThreads } from "./adopt";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";
import { toThread } from "./rows";
import type { ThreadsTable } from "./tables";
import { whereThreads, type ThreadFilter } from "./thread-filters";

type ThreadSearch = ThreadFilter & {
  limit: number;
  offset: number;
  sort_by?: "thread_id" | "status" | "created_at" | "updated_at";
  sort_order?: "asc" | "desc";
};

type ThreadPatch = { metadata?: JsonObject; title?: string; graph_id?: string | null; config?: JsonObject };

function notFound(threadId: string): RetrographError {
  return new RetrographError("thread_not_found", `There is no thread ${threadId}. It may have been deleted.`, { thread_id: threadId });
}

const FIND_THREAD = `SELECT * FROM threads WHERE thread_id = ?`;

const INSERT_THREAD = `
  INSERT INTO threads (thread_id, graph_id, title, status, created_at, updated_at, metadata, config)
  VALUES (@thread_id, @graph_id, @title, 'idle', @now, @now, @metadata, @config) ON CONFLICT DO NOTHING RETURNING *`;

/** Saves a new idle thread. Throws `already_exists` when the id is taken. */
export function createThread(
  store: Store,
  thread: { thread_id: string; graph_id: string | null; metadata: JsonObject; title: string; config?: JsonObject },
): Promise<Thread> {
  return withStorageErrorsAsync(async () => {
    const now = new Date().toISOString();
    const values = {
      thread_id: thread.thread_id,
      graph_id: thread.graph_id,
      title: thread.title,
      now,
      metadata: JSON.stringify(thread.metadata),
      config: JSON.stringify(thread.config ?? {}),
    };
    const row = store.sqlite
      .transaction(() => {
        store.prepare(`DELETE FROM deleted_threads WHERE thread_id = ?`).run(thread.thread_id);
        return store.prepare(INSERT_THREAD).get(values) as Selectable<ThreadsTable> | undefined;
      })
      .immediate();
    if (row === undefined) {
      throw new RetrographError("already_exists", `There is a thread ${thread.thread_id} already.`, { thread_id: thread.thread_id });
    }
    return toThread(row);
  });
}

/** A thread, or null. One that only a foreign program wrote is adopted. */
export function getThread(store: Store, threadId: string): Promise<Thread | null> {
  return withStorageErrorsAsync(async () => {
    // The table's own columns. Prepared once: every request that names a thread asks for it.
    const find = () => store.prepare(FIND_THREAD).get(threadId) as Selectable<ThreadsTable> | undefined;
    const row = find() ?? (adoptForeignThread(store, threadId) ? find() : undefined);
    return row === undefined ? null : toThread(row);
  });
}

/** Threads by filter, newest activity first unless told otherwise, with how many match in all. */
export function searchThreads(store: Store, search: ThreadSearch): Promise<{ threads: Thread[]; total: number }> {
  return withStorageErrorsAsync(async () => {
    adoptForeignThreads(store);
    const { limit, offset, sort_by = "updated_at", sort_order = "desc", ...filter } = search;
    const matching = whereThreads(store, store.db.selectFrom("threads"), filter).orderBy(sort_by, sort_order).orderBy("thread_id", sort_order);
    if (filter.values === undefined) {
      const rows = await matching.selectAll().limit(limit).offset(offset).execute();
      return { threads: rows.map(toThread), total: await countMatching(store, filter) };
    }
    // To count them is to read every thread's state, which is enough to know the page as well.
    const ids = (await matching.select("thread_id").execute()).map(({ thread_id }) => thread_id);
    const find = store.prepare(FIND_THREAD);
    // The table's own columns.
    const rows = ids.slice(offset, offset + limit).map((id) => find.get(id) as Selectable<ThreadsTable>);
    return { threads: rows.map(toThread), total: ids.length };
  });
}

/** How many threads match, of those that are adopted already. */
export async function countMatching(store: Store, filter: ThreadFilter): Promise<number> {
  const { total } = await whereThreads(store, store.db.selectFrom("threads"), filter)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** How many threads match. */
export function countThreads(store: Store, filter: ThreadFilter): Promise<number> {
  return withStorageErrorsAsync(async () => {
    adoptForeignThreads(store);
    return countMatching(store, filter);
  });
}

function writePatch(store: Store, threadId: string, patch: ThreadPatch): void {
  const stored: unknown = store.prepare(`SELECT metadata FROM threads WHERE thread_id = ?`).pluck().get(threadId);
  if (typeof stored !== "string") throw notFound(threadId);
  const { sql, parameters } = store.db
    .updateTable("threads")
    .set({
      updated_at: new Date().toISOString(),
      ...(patch.metadata === undefined ? {} : { metadata: JSON.stringify({ ...JsonObjectSchema.parse(JSON.parse(stored)), ...patch.metadata }) }),
      ...(patch.title === undefined ? {} : { title: patch.title }),
      ...(patch.graph_id === undefined ? {} : { graph_id: patch.graph_id }),
      ...(patch.config === undefined ? {} : { config: JSON.stringify(patch.config) }),
    })
    .where("thread_id", "=", threadId)
    .compile();
  store.prepare(sql).run(...parameters);
}

/** Changes what is given; metadata is merged key by key. Two patches at once do not undo each other. Throws `thread_not_found`. */
export async function patchThread(store: Store, threadId: string, patch: ThreadPatch): Promise<Thread> {
  if ((await getThread(store, threadId)) === null) throw notFound(threadId);
  withStorageErrors(() => store.sqlite.transaction(() => writePatch(store, threadId, patch)).immediate());
  const patched = await getThread(store, threadId);
  if (patched === null) throw notFound(threadId);
  return patched;
}

/** Sets the status without a transaction of its own; nothing happens to a thread that is gone. Synchronous. */
export function writeThreadStatus(store: Store, threadId: string, status: ThreadStatus): void {
  store.prepare(`UPDATE threads SET status = ?, updated_at = ? WHERE thread_id = ?`).run(status, new Date().toISOString(), threadId);
}

/** Sets the status; nothing happens to a thread that is gone. */
export async function setThreadStatus(store: Store, threadId: string, status: ThreadStatus): Promise<void> {
  withStorageErrors(() => writeThreadStatus(store, threadId, status));
}

/** Tables with rows of a thread; what its runs said is deleted before its runs. */
const OF_A_THREAD = [
  "recordings",
  "spans",
  "effects",
  "runs",
  "interrupts",
  "checkpoint_marks",
  "branch_marks",
  "deletions",
  "deleted_checkpoints",
  "deleted_writes",
  "deleted_index",
  "checkpoint_index",
  "writes",
  "checkpoints",
  "threads",
];

/**
 * Deletes a thread with all its checkpoints, runs, events, spans and interrupts, in one transaction. A run that still writes to
 * it gets `thread_not_found` from the saver.
 */
export async function deleteThread(store: Store, threadId: string): Promise<void> {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        store.prepare(`DELETE FROM run_events WHERE run_id IN (SELECT run_id FROM runs WHERE thread_id = ?)`).run(threadId);
        for (const table of OF_A_THREAD) {
          store.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(threadId);
        }
        store.prepare(`INSERT OR REPLACE INTO deleted_threads (thread_id, deleted_at) VALUES (?, ?)`).run(threadId, new Date().toISOString());
      })
      .immediate(),
  );
}
