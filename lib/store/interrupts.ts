import { JsonObjectSchema, type Json } from "../schema/json";
import type { Run } from "../schema/run";
import type { Interrupt } from "../schema/thread";
import { readCheckpoint } from "./checkpoints";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { putItem, recountItem } from "./inbox";
import { readAsked } from "./inbox-place";
import { carriedIds } from "./run-answers";
import { moveInterrupts } from "./interrupts-moved";
import type { Store } from "./open";
import { toInterrupt } from "./rows";
import { getThread } from "./threads";
import { latestEntry } from "./timeline";

/** Run of the interrupts that no run of this store asked. */
const NO_RUN = "00000000-0000-0000-0000-000000000000";

/**
 * Saves what the thread's newest checkpoint asks and no run of this store told of: the thread was written by a foreign
 * program, or copied, or its run ended badly. Only where the workflow is known and nothing runs. Gives how many there were.
 */
export async function adoptInterrupts(store: Store, threadId: string): Promise<number> {
  const thread = await getThread(store, threadId);
  const latest = thread === null || thread.status === "busy" ? null : await latestEntry(store, threadId, "");
  if (thread === null || thread.graph_id === null || latest === null || !latest.has_interrupt) return 0;
  const { graph_id } = thread;
  const view = await readCheckpoint(store, { thread_id: threadId, checkpoint_id: latest.checkpoint_id });
  const asked = (view?.tasks ?? [])
    .filter((task) => task.status === "interrupted")
    .flatMap((task) => task.interrupts.map((one) => ({ ...one, task_id: task.id, node: task.name })))
    .filter((one) => one.id !== "" && !isKnown(store, threadId, one.id));
  if (asked.length === 0) return 0;
  const writes = askedWrites(store, threadId, latest.checkpoint_id);
  const interrupts = asked.map(({ id, task_id, node, value }): Interrupt => ({
    interrupt_id: id,
    thread_id: threadId,
    graph_id,
    run_id: latest.run_id ?? NO_RUN,
    checkpoint_id: latest.checkpoint_id,
    checkpoint_ns: "",
    ...writes.get(id),
    task_id,
    node,
    value,
    status: "waiting",
    asked_at: latest.created_at,
    answered_at: null,
    answered_by: null,
  }));
  store.sqlite.transaction(() => recordInterrupts(store, interrupts, new Date().toISOString())).immediate();
  return asked.length;
}

function isKnown(store: Store, threadId: string, interruptId: string): boolean {
  return store.prepare(`SELECT 1 FROM interrupts WHERE thread_id = ? AND interrupt_id = ?`).get(threadId, interruptId) !== undefined;
}

/** Interrupts, waiting ones first, then newest first. Of one thread also those that a foreign program left waiting. */
export function listInterrupts(
  store: Store,
  query: { thread_id?: string; graph_id?: string; status?: Interrupt["status"] } = {},
): Promise<Interrupt[]> {
  return withStorageErrorsAsync(async () => {
    if (query.thread_id !== undefined) await adoptInterrupts(store, query.thread_id);
    let select = store.db.selectFrom("interrupts").selectAll();
    if (query.thread_id !== undefined) select = select.where("thread_id", "=", query.thread_id);
    if (query.graph_id !== undefined) select = select.where("graph_id", "=", query.graph_id);
    if (query.status !== undefined) select = select.where("status", "=", query.status);
    const rows = await select
      .orderBy((eb) => eb("status", "!=", "waiting"))
      .orderBy("asked_at", "desc")
      .execute();
    return rows.map(toInterrupt);
  });
}

/** One interrupt, or null; without a thread the newest with that id, for copies of a thread ask under the same ids. */
export function getInterrupt(store: Store, interruptId: string, threadId?: string): Promise<Interrupt | null> {
  return withStorageErrorsAsync(async () => {
    let select = store.db.selectFrom("interrupts").selectAll().where("interrupt_id", "=", interruptId);
    if (threadId === undefined) {
      const newest = await store.db
        .selectFrom("inbox_items")
        .select("thread_id")
        .where("interrupt_id", "=", interruptId)
        .orderBy((eb) => eb("status", "!=", "waiting"))
        .orderBy("asked_at", "desc")
        .orderBy("thread_id", "desc")
        .executeTakeFirst();
      if (newest === undefined) return null;
      select = select.where("thread_id", "=", newest.thread_id);
    } else {
      select = select.where("thread_id", "=", threadId);
    }
    const row = await select.executeTakeFirst();
    return row === undefined ? null : toInterrupt(row);
  });
}

const SAVE = `
  INSERT INTO interrupts (thread_id, interrupt_id, graph_id, run_id, checkpoint_id, checkpoint_ns, task_id, node, value,
    status, asked_at, answered_at, answered_by, answer, response_schema)
  VALUES (@thread_id, @interrupt_id, @graph_id, @run_id, @checkpoint_id, @checkpoint_ns, @task_id, @node, @value,
    'waiting', @asked_at, NULL, NULL, NULL, @response_schema)
  ON CONFLICT (thread_id, interrupt_id) DO UPDATE SET
    run_id = excluded.run_id, checkpoint_id = excluded.checkpoint_id, value = excluded.value, status = 'waiting',
    asked_at = CASE interrupts.status WHEN 'waiting' THEN interrupts.asked_at ELSE excluded.asked_at END,
    answered_at = NULL, answered_by = NULL, answer = NULL, response_schema = excluded.response_schema
  RETURNING asked_at`;

/** True while a run that waits or runs carries an answer to it: what asks again meanwhile is answered when that run comes. */
function isCarried(store: Store, { thread_id, interrupt_id }: Pick<Interrupt, "thread_id" | "interrupt_id">): boolean {
  const known: unknown = store.prepare(`SELECT status FROM interrupts WHERE thread_id = ? AND interrupt_id = ?`).pluck().get(thread_id, interrupt_id);
  if (known !== "answered") return false;
  const active = store.prepare(`SELECT kwargs FROM runs WHERE thread_id = ? AND status IN ('pending', 'running')`).pluck().all(thread_id);
  return active.some((text) => carriedIds(JsonObjectSchema.parse(JSON.parse(String(text)))).includes(interrupt_id));
}

/**
 * Saves waiting interrupts with their items of the inbox. One that is asked once more while it waits, because an answer to
 * another ran its node again, stays the request that it was, unless it asks something else now, and one whose answer is on its
 * way stays answered. `seenAt` is when it was found
 * that they wait, where that is not when they were asked. Synchronous, without a transaction of its own.
 */
function recordInterrupts(store: Store, interrupts: readonly Interrupt[], seenAt?: string): void {
  const before = store.prepare(`SELECT value FROM interrupts WHERE thread_id = ? AND interrupt_id = ? AND status = 'waiting'`).pluck();
  withStorageErrors(() => {
    for (const { answered_at: _at, answered_by: _by, answer: _answer, ...one } of interrupts) {
      if (isCarried(store, one)) continue;
      const value = JSON.stringify(one.value);
      const isSame = before.get(one.thread_id, one.interrupt_id) === value;
      const askedAt: unknown = store
        .prepare(SAVE)
        .pluck()
        .get({ ...one, value, response_schema: one.response_schema === undefined ? null : JSON.stringify(one.response_schema) });
      const asked: Interrupt = { ...one, asked_at: isSame ? String(askedAt) : one.asked_at, answered_at: null, answered_by: null };
      if (isSame) recountItem(store, asked);
      else putItem(store, asked, seenAt);
    }
  });
}

type AskedWrite = { task_id: string; response_schema?: Json };

/** Which task of the checkpoint asks each interrupt, and the schema that the answer has to fit, by the interrupt's id. */
function askedWrites(store: Store, threadId: string, checkpointId: string): Map<string, AskedWrite> {
  const rows: unknown[] = store
    .prepare(
      `SELECT task_id, CAST(value AS TEXT) AS value FROM writes
       WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ? AND channel = '__interrupt__'`,
    )
    .all(threadId, checkpointId);
  const asked = new Map<string, AskedWrite>();
  for (const row of rows) {
    if (typeof row !== "object" || row === null || !("task_id" in row) || !("value" in row)) continue;
    for (const { id, response_schema } of readAsked(String(row.value))) {
      asked.set(id, { task_id: String(row.task_id), ...(response_schema === undefined ? {} : { response_schema }) });
    }
  }
  return asked;
}

/** Saves what an interrupted run asks, as part of the transaction that ends it. Synchronous. */
export function recordAsked(store: Store, run: Run, asked: readonly { id: string; node: string; value: Json }[]): void {
  const checkpointId = run.head_checkpoint_id;
  if (asked.length === 0 || checkpointId === null) return;
  const writes = askedWrites(store, run.thread_id, checkpointId);
  const now = new Date().toISOString();
  recordInterrupts(
    store,
    asked.map((one) => ({
      interrupt_id: one.id,
      thread_id: run.thread_id,
      graph_id: run.graph_id,
      run_id: run.run_id,
      checkpoint_id: checkpointId,
      checkpoint_ns: "",
      task_id: "",
      ...writes.get(one.id),
      node: one.node,
      value: one.value,
      status: "waiting",
      asked_at: now,
      answered_at: null,
      answered_by: null,
    })),
  );
  markReplaced(store, run.thread_id, checkpointId, [...writes.keys()]);
}

/**
 * Says that waiting interrupts of a checkpoint are moot which its rows no longer hold: a subgraph whose state was edited
 * asks anew, under another id, and its task's old question is overwritten. Synchronous.
 */
function markReplaced(store: Store, threadId: string, checkpointId: string, held: readonly string[]): void {
  if (held.length === 0) return;
  moveInterrupts(store, {
    thread_id: threadId,
    where: `checkpoint_id = @checkpoint AND interrupt_id NOT IN (SELECT value FROM json_each(@held))`,
    values: { checkpoint: checkpointId, held: JSON.stringify(held) },
    from: "waiting",
    to: "gone",
    note: "The same step has asked something else in its place.",
  });
}
