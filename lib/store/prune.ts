import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { PruneBody } from "../schema/storage";
import { statusFromRows } from "./adopt";
import { withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import { readMarks } from "./marks";
import { openEnds, subgraphOpenEnds } from "./open-ends";
import type { Store } from "./open";
import { planPrune, rowKey, type PrunePlan, type PruneRow } from "./prune-plan";
import { deleteThread, writeThreadStatus } from "./threads";

type Rule = PruneBody["rule"];

const COLUMNS = "checkpoint_ns, checkpoint_id, parent_checkpoint_id, outer_checkpoint_id, created_at";

function readRows(store: Store, table: "checkpoint_index" | "deleted_index", threadId: string): PruneRow[] {
  // Exactly these columns.
  return store.prepare(`SELECT ${COLUMNS} FROM ${table} WHERE thread_id = ? ORDER BY checkpoint_id`).all(threadId) as PruneRow[];
}

/** Keys of the checkpoints that wait for an answer, of the workflow and of its subgraphs. */
function waitingKeys(store: Store, threadId: string, rows: readonly PruneRow[]): Set<string> {
  const own = openEnds(store, threadId, "").waiting;
  const inner = subgraphOpenEnds(store, threadId).waiting;
  const keys = rows.filter((row) => (row.checkpoint_ns === "" ? own : inner).has(row.checkpoint_id)).map(rowKey);
  // Both columns are NOT NULL text.
  const asked = store.prepare(`SELECT checkpoint_ns, checkpoint_id FROM interrupts WHERE thread_id = ? AND status = 'waiting'`).all(threadId) as Pick<
    PruneRow,
    "checkpoint_ns" | "checkpoint_id"
  >[];
  return new Set([...keys, ...asked.map(rowKey)]);
}

/** The delta channels without a snapshot here, and how often each was written since its last one: LangGraph counts that in the metadata. */
const DELTAS = (table: string) => `
  SELECT counter.key AS channel, counter.value ->> 0 AS updates FROM (SELECT metadata FROM ${table} WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?) AS row,
    json_each(CASE WHEN json_valid(CAST(row.metadata AS TEXT)) THEN CAST(row.metadata AS TEXT) ELSE '{}' END, '$.counters_since_delta_snapshot') AS counter`;

/** Names of the channels that a checkpoint stores. */
const STORED = (table: string) => `
  SELECT channel.key FROM (SELECT checkpoint FROM ${table} WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?) AS row,
    json_each(CASE WHEN json_valid(CAST(row.checkpoint AS TEXT)) THEN CAST(row.checkpoint AS TEXT) ELSE '{}' END, '$.channel_values') AS channel`;

/** Until its fourth form, a checkpoint's waiting `Send`s were writes to the one before it: LangGraph looks for them there. */
const SENDS_BEFORE = (table: string) => `
  SELECT 1 FROM ${table} AS c WHERE c.thread_id = ? AND c.checkpoint_ns = ? AND c.checkpoint_id = ?
    AND EXISTS (SELECT 1 FROM writes AS w WHERE w.thread_id = c.thread_id AND w.checkpoint_ns = c.checkpoint_ns
      AND w.checkpoint_id = c.parent_checkpoint_id AND w.channel = '__pregel_tasks')
    AND CASE WHEN json_valid(CAST(c.checkpoint AS TEXT)) THEN CAST(c.checkpoint AS TEXT) ->> '$.v' < 4 END`;

function namesOf(store: Store, sql: string, threadId: string, row: PruneRow): string[] {
  return store.prepare(sql).pluck().all(threadId, row.checkpoint_ns, row.checkpoint_id).map(String);
}

/** What would go of a thread by a rule, and what of it stays and why. Reads no state but those that deltas are rebuilt from. */
export function planThreadPrune(store: Store, prune: { thread_id: string; branch: string | null; rule: Rule; cutoff: string }): Promise<PrunePlan> {
  return withStorageErrorsAsync(async () => {
    const { thread_id: threadId, branch, rule, cutoff } = prune;
    await ensureIndexed(store, threadId);
    const rows = readRows(store, "checkpoint_index", threadId);
    const putAside = readRows(store, "deleted_index", threadId);
    const isPutAside = new Set(putAside);
    const marks = readMarks(store, threadId);
    const stored = new Map<PruneRow, Set<string>>();
    const tableOf = (row: PruneRow) => (isPutAside.has(row) ? "deleted_checkpoints" : "checkpoints");
    const storesOf = (row: PruneRow): Set<string> => {
      const known = stored.get(row) ?? new Set(namesOf(store, STORED(tableOf(row)), threadId, row));
      stored.set(row, known);
      return known;
    };
    return planPrune({
      rows,
      putAside,
      branch,
      rule,
      cutoff,
      waiting: waitingKeys(store, threadId, rows),
      marked: new Set(marks.checkpoints.map(rowKey)),
      namedBranches: marks.branches.map((mark) => mark.branch_id),
      deltasOf(row) {
        // Exactly these columns.
        const counted = store.prepare(DELTAS(tableOf(row))).all(threadId, row.checkpoint_ns, row.checkpoint_id) as {
          channel: string;
          updates: number | null;
        }[];
        return counted.flatMap(({ channel, updates }) => (storesOf(row).has(channel) ? [] : [{ channel, isWritten: updates !== 0 }]));
      },
      stores: (row, channel) => storesOf(row).has(channel),
      hasSendsBefore: (row) => store.prepare(SENDS_BEFORE(tableOf(row))).get(threadId, row.checkpoint_ns, row.checkpoint_id) !== undefined,
    });
  });
}

/** Bytes of a checkpoint's rows. Lengths are read from the rows' heads, not the states. */
const ROW_BYTES = `
  SELECT coalesce((SELECT length(checkpoint) + length(metadata) FROM checkpoints WHERE thread_id = @thread AND checkpoint_ns = @ns AND checkpoint_id = @id), 0)
    + coalesce((SELECT sum(length(value)) FROM writes WHERE thread_id = @thread AND checkpoint_ns = @ns AND checkpoint_id = @id), 0)`;

/** How long the event loop is kept at a time, in milliseconds of work. */
const SLICE_MS = 12;

async function inSlices<T>(items: readonly T[], work: (item: T) => void, around: (slice: () => void) => void): Promise<void> {
  for (let done = 0; done < items.length;) {
    const until = performance.now() + SLICE_MS;
    around(() => {
      do {
        const item = items[done++];
        if (item !== undefined) work(item);
      } while (done < items.length && performance.now() < until);
    });
    await nextMacrotask();
  }
}

/** Bytes of the rows of these checkpoints. */
export async function bytesOf(store: Store, threadId: string, rows: readonly PruneRow[]): Promise<number> {
  let bytes = 0;
  const read = store.prepare(ROW_BYTES).pluck();
  const add = (row: PruneRow) => (bytes += Number(read.get({ thread: threadId, ns: row.checkpoint_ns, id: row.checkpoint_id })));
  await inSlices(rows, add, (slice) => slice());
  return bytes;
}

/** Everything that hangs on one checkpoint of a thread. Requests that wait are never among them. */
const PER_CHECKPOINT = [
  `DELETE FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`,
  `DELETE FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`,
  `DELETE FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`,
  `DELETE FROM checkpoint_marks WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`,
  `DELETE FROM interrupts WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND status <> 'waiting'`,
];

/** Runs that left nothing but their log: ended, with checkpoints once, and none of these there any more. */
function removeEmptyRuns(store: Store, threadId: string, runIds: readonly string[]): void {
  for (const runId of runIds) {
    const isGone = store.prepare(`SELECT 1 FROM checkpoint_index WHERE thread_id = ? AND run_id = ? LIMIT 1`).get(threadId, runId) === undefined;
    const isNewest = store.prepare(`SELECT run_id FROM runs WHERE thread_id = ? ORDER BY position DESC LIMIT 1`).pluck().get(threadId) === runId;
    if (!isGone || isNewest) continue;
    const removed = store.prepare(`DELETE FROM runs WHERE run_id = ? AND status NOT IN ('pending', 'running')`).run(runId).changes > 0;
    if (!removed) continue;
    store.prepare(`DELETE FROM run_events WHERE run_id = ?`).run(runId);
    store.prepare(`DELETE FROM recordings WHERE run_id = ?`).run(runId);
    store.prepare(`DELETE FROM spans WHERE run_id = ?`).run(runId);
    store.prepare(`DELETE FROM effects WHERE run_id = ?`).run(runId);
  }
}

function runsOf(store: Store, threadId: string, rows: readonly PruneRow[]): string[] {
  const ids = store
    .prepare(
      `SELECT DISTINCT run_id FROM checkpoint_index WHERE thread_id = @thread AND run_id IS NOT NULL
         AND (checkpoint_ns, checkpoint_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(@rows))`,
    )
    .pluck()
    .all({ thread: threadId, rows: JSON.stringify(rows.map((row) => [row.checkpoint_ns, row.checkpoint_id])) });
  return ids.map(String);
}

/**
 * Deletes what a plan of this thread removes, in many short transactions: whatever ends it half-way, nothing is missing
 * that anything needs. The caller sees to it that nothing runs on the thread. `onProgress` gets the number deleted since
 * its last call.
 */
export function removePlanned(store: Store, threadId: string, plan: PrunePlan, onProgress: (count: number) => void): Promise<void> {
  return withStorageErrorsAsync(async () => {
    const runIds = runsOf(store, threadId, plan.remove);
    store.sqlite
      .transaction(() => {
        const rename = store.prepare(`UPDATE OR REPLACE branch_marks SET branch_id = ? WHERE thread_id = ? AND branch_id = ?`);
        for (const { from, to } of plan.renamed) rename.run(to, threadId, from);
      })
      .immediate();
    const statements = PER_CHECKPOINT.map((sql) => store.prepare(sql));
    const removeOne = (row: PruneRow) => {
      for (const statement of statements) statement.run(threadId, row.checkpoint_ns, row.checkpoint_id);
    };
    let told = 0;
    let done = 0;
    await inSlices(
      plan.remove,
      (row) => {
        removeOne(row);
        done++;
      },
      (slice) => {
        store.sqlite.transaction(slice).immediate();
        onProgress(done - told);
        told = done;
      },
    );
    store.sqlite
      .transaction(() => {
        removeEmptyRuns(store, threadId, runIds);
        writeThreadStatusFromRows(store, threadId);
      })
      .immediate();
  });
}

/** The thread's status is what its newest checkpoint says; when it was last active stays what it was. */
function writeThreadStatusFromRows(store: Store, threadId: string): void {
  const updatedAt: unknown = store.prepare(`SELECT updated_at FROM threads WHERE thread_id = ?`).pluck().get(threadId);
  writeThreadStatus(store, threadId, statusFromRows(store, threadId));
  store.prepare(`UPDATE threads SET updated_at = ? WHERE thread_id = ?`).run(updatedAt, threadId);
}

/** True when the plan leaves nothing of the thread. */
export function isWholeThread(store: Store, threadId: string, plan: PrunePlan): boolean {
  const left: unknown = store.prepare(`SELECT count(*) FROM checkpoint_index WHERE thread_id = ?`).pluck().get(threadId);
  return plan.remove.length === Number(left);
}

/** Deletes a thread of which a plan leaves nothing: its checkpoints in slices, then the rest. */
export async function removeWholeThread(store: Store, threadId: string, plan: PrunePlan, onProgress: (count: number) => void): Promise<void> {
  await removePlanned(store, threadId, plan, onProgress);
  await deleteThread(store, threadId);
}

/** Threads that a rule without a thread may have something to take from, longest idle first. */
export function threadsToPrune(store: Store, rule: Rule, cutoff: string): Promise<string[]> {
  return withStorageErrorsAsync(async () => {
    const sql =
      rule.kind === "older_than"
        ? `SELECT thread_id FROM threads WHERE updated_at < ? ORDER BY updated_at`
        : rule.kind === "keep_latest"
          ? `SELECT thread_id FROM checkpoint_index WHERE checkpoint_ns = '' GROUP BY thread_id HAVING count(*) > ?`
          : `SELECT thread_id FROM threads ORDER BY updated_at`;
    const values = rule.kind === "older_than" ? [cutoff] : rule.kind === "keep_latest" ? [rule.count] : [];
    return store
      .prepare(sql)
      .pluck()
      .all(...values)
      .map(String);
  });
}
