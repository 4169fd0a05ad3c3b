import { RetrographError } from "../errors";
import type { Json } from "../schema/json";
import type { Run } from "../schema/run";
import type { Interrupt } from "../schema/thread";
import { readCheckpoint } from "./checkpoints";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";
import { toInterrupt } from "./rows";
import { getThread } from "./threads";
import { latestEntry } from "./timeline";

/** Run of the interrupts that no run of this store asked. */
const NO_RUN = "00000000-0000-0000-0000-000000000000";

/**
 * Saves what the thread's newest checkpoint asks and no run of this store asked: the thread was written by a foreign
 * program, or copied. Only where the workflow is known and nothing runs.
 */
async function adoptInterrupts(store: Store, threadId: string): Promise<void> {
  const thread = await getThread(store, threadId);
  const latest = thread === null || thread.status === "busy" ? null : await latestEntry(store, threadId, "");
  if (thread === null || thread.graph_id === null || latest === null || !latest.has_interrupt) return;
  const { graph_id } = thread;
  const view = await readCheckpoint(store, { thread_id: threadId, checkpoint_id: latest.checkpoint_id });
  const asked = (view?.tasks ?? [])
    .filter((task) => task.status === "interrupted")
    .flatMap((task) => task.interrupts.map((one) => ({ ...one, task_id: task.id, node: task.name })))
    .filter((one) => one.id !== "" && findOne(store, threadId, one.id) === null);
  recordInterrupts(
    store,
    asked.map(({ id, task_id, node, value }) => ({
      interrupt_id: id,
      thread_id: threadId,
      graph_id,
      run_id: latest.run_id ?? NO_RUN,
      checkpoint_id: latest.checkpoint_id,
      checkpoint_ns: "",
      task_id,
      node,
      value,
      status: "waiting",
      asked_at: latest.created_at,
      answered_at: null,
      answered_by: null,
    })),
  );
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

/** Saves interrupts as they are; one that was asked before is asked again. Synchronous. */
function recordInterrupts(store: Store, interrupts: readonly Interrupt[]): void {
  const insert = store.prepare(`
    INSERT INTO interrupts (thread_id, interrupt_id, graph_id, run_id, checkpoint_id, checkpoint_ns, task_id, node, value,
      status, asked_at, answered_at, answered_by, answer)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (thread_id, interrupt_id) DO UPDATE SET
      run_id = excluded.run_id, checkpoint_id = excluded.checkpoint_id, value = excluded.value, status = excluded.status,
      asked_at = CASE interrupts.status WHEN 'waiting' THEN interrupts.asked_at ELSE excluded.asked_at END,
      answered_at = excluded.answered_at, answered_by = excluded.answered_by, answer = excluded.answer`);
  withStorageErrors(() => {
    for (const one of interrupts) {
      insert.run(
        one.thread_id,
        one.interrupt_id,
        one.graph_id,
        one.run_id,
        one.checkpoint_id,
        one.checkpoint_ns,
        one.task_id,
        one.node,
        JSON.stringify(one.value),
        one.status,
        one.asked_at,
        one.answered_at,
        one.answered_by,
        one.answer === undefined ? null : JSON.stringify(one.answer),
      );
    }
  });
}

/** Ids in a saved `__interrupt__` write: one interrupt or a list of them. */
function interruptIds(text: string): string[] {
  const value: unknown = JSON.parse(text);
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) =>
    typeof item === "object" && item !== null && "id" in item && typeof item.id === "string" ? [item.id] : [],
  );
}

/** Which task of the checkpoint asks each interrupt. */
function askingTasks(store: Store, threadId: string, checkpointId: string): Map<string, string> {
  const rows: unknown[] = store
    .prepare(
      `SELECT task_id, CAST(value AS TEXT) AS value FROM writes
       WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ? AND channel = '__interrupt__'`,
    )
    .all(threadId, checkpointId);
  const tasks = new Map<string, string>();
  for (const row of rows) {
    if (typeof row !== "object" || row === null || !("task_id" in row) || !("value" in row)) continue;
    for (const id of interruptIds(String(row.value))) tasks.set(id, String(row.task_id));
  }
  return tasks;
}

/** Saves what an interrupted run asks, as part of the transaction that ends it. Synchronous. */
export function recordAsked(store: Store, run: Run, asked: readonly { id: string; node: string; value: Json }[]): void {
  const checkpointId = run.head_checkpoint_id;
  if (asked.length === 0 || checkpointId === null) return;
  const tasks = askingTasks(store, run.thread_id, checkpointId);
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
      task_id: tasks.get(one.id) ?? "",
      node: one.node,
      value: one.value,
      status: "waiting",
      asked_at: now,
      answered_at: null,
      answered_by: null,
    })),
  );
  markReplaced(store, run.thread_id, checkpointId, [...tasks.keys()]);
}

/**
 * Says that waiting interrupts of a checkpoint are moot which its rows no longer hold: a subgraph whose state was edited
 * asks anew, under another id, and its task's old question is overwritten. Synchronous.
 */
function markReplaced(store: Store, threadId: string, checkpointId: string, held: readonly string[]): void {
  if (held.length === 0) return;
  store
    .prepare(
      `UPDATE interrupts SET status = 'gone' WHERE thread_id = ? AND checkpoint_id = ? AND status = 'waiting'
       AND interrupt_id NOT IN (SELECT value FROM json_each(?))`,
    )
    .run(threadId, checkpointId, JSON.stringify(held));
}

function findOne(store: Store, threadId: string, interruptId: string): { status: string } | null {
  const row: unknown = store.prepare(`SELECT status FROM interrupts WHERE thread_id = ? AND interrupt_id = ?`).get(threadId, interruptId);
  return typeof row === "object" && row !== null && "status" in row ? { status: String(row.status) } : null;
}

function claimOne(store: Store, threadId: string, interruptId: string, answer: Json, by: string): void {
  const found = findOne(store, threadId, interruptId);
  if (found === null) {
    throw new RetrographError("interrupt_not_found", `Nothing on this thread asks for an answer to ${interruptId}.`, { interrupt_id: interruptId });
  }
  if (found.status !== "waiting") {
    const why = found.status === "answered" ? "has been answered already" : "is no longer asked: the thread went on another way";
    throw new RetrographError("already_answered", `The request ${interruptId} ${why}. Look at the thread again.`, { interrupt_id: interruptId });
  }
  store
    .prepare(`UPDATE interrupts SET status = 'answered', answered_at = ?, answered_by = ?, answer = ? WHERE thread_id = ? AND interrupt_id = ?`)
    .run(new Date().toISOString(), by, JSON.stringify(answer), threadId, interruptId);
}

export type AnswerClaim = { thread_id: string; answers: Readonly<Record<string, Json>>; by: string };

/** `claimAnswers` without a transaction of its own, for callers that have one. Synchronous. */
export function claimEach(store: Store, claim: AnswerClaim): void {
  for (const [id, answer] of Object.entries(claim.answers)) claimOne(store, claim.thread_id, id, answer, claim.by);
}

/**
 * Marks every interrupt in `answers` as answered, all or none. Of two callers exactly one wins, also across processes;
 * the other gets `already_answered`. Throws `interrupt_not_found` for an id that was never asked on the thread.
 */
export async function claimAnswers(store: Store, claim: AnswerClaim): Promise<Interrupt[]> {
  await withStorageErrorsAsync(() => adoptInterrupts(store, claim.thread_id));
  withStorageErrors(() => store.sqlite.transaction(() => claimEach(store, claim)).immediate());
  const ids = new Set(Object.keys(claim.answers));
  return (await listInterrupts(store, { thread_id: claim.thread_id })).filter((one) => ids.has(one.interrupt_id));
}

/** Takes answers back, when the run that was to carry them could not be started: the interrupts wait again. */
export async function unclaimAnswers(store: Store, claim: { thread_id: string; interrupt_ids: readonly string[] }): Promise<void> {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        const release = store.prepare(
          `UPDATE interrupts SET status = 'waiting', answered_at = NULL, answered_by = NULL, answer = NULL
           WHERE thread_id = ? AND interrupt_id = ? AND status = 'answered'`,
        );
        for (const id of claim.interrupt_ids) release.run(claim.thread_id, id);
      })
      .immediate(),
  );
}

/** Says that waiting interrupts are moot: those of one checkpoint, or all of the thread. Gives how many there were. */
export async function markGone(store: Store, where: { thread_id: string; checkpoint_id?: string }): Promise<number> {
  return withStorageErrors(() => {
    const all = where.checkpoint_id === undefined;
    const sql = `UPDATE interrupts SET status = 'gone' WHERE thread_id = ? AND status = 'waiting'${all ? "" : " AND checkpoint_id = ?"}`;
    return store.prepare(sql).run(...(all ? [where.thread_id] : [where.thread_id, where.checkpoint_id])).changes;
  });
}
