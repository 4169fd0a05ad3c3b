import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { StorageReport } from "../schema/storage";
import { compactsInSteps, fileSizes } from "./compact";
import { withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";

/** What a person reads for each table. What is not named here is counted as the rest. */
const TABLES: readonly { name: string; what: string }[] = [
  { name: "checkpoints", what: "States: one whole copy per step" },
  { name: "writes", what: "What each task wrote" },
  { name: "checkpoint_index", what: "The timeline: one short row per checkpoint" },
  { name: "run_events", what: "Event logs of runs, for streams that are joined late" },
  { name: "spans", what: "Traces: model calls, tool calls, nodes" },
  { name: "effects", what: "What changed something outside, once per execution" },
  { name: "recordings", what: "What model and tool calls returned, for replaying them" },
  { name: "runs", what: "Runs with their inputs and how they ended" },
  { name: "threads", what: "Threads with their metadata" },
  { name: "interrupts", what: "Questions and answers" },
  { name: "audit_log", what: "The audit log, with what was asked" },
  { name: "revisions", what: "Workflows as they were: structure and source" },
  { name: "store_items", what: "Long-term memory of workflows" },
  { name: "deleted_checkpoints", what: "Deleted branches: states" },
  { name: "deleted_writes", what: "Deleted branches: what tasks wrote" },
];

const MOST_THREADS = 12;
const MOST_DELETIONS = 50;

function one(store: Store, sql: string, ...values: unknown[]): Record<string, unknown> {
  const row: unknown = store.prepare(sql).get(...values);
  return { ...(typeof row === "object" ? row : null) };
}

/** Rows of a table and the bytes in them. SQLite reads the lengths from the rows' heads, however long the states are. */
function payload(store: Store, table: string): { rows: number; bytes: number } {
  const columns = store.prepare(`SELECT name FROM pragma_table_info(?)`).pluck().all(table).map(String);
  const lengths = columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(" + ");
  const { rows, bytes } = one(store, `SELECT count(*) AS rows, coalesce(sum(${lengths}), 0) AS bytes FROM "${table}"`);
  return { rows: Number(rows), bytes: Number(bytes) };
}

async function readTables(store: Store, used: number): Promise<StorageReport["tables"]> {
  const tables: StorageReport["tables"] = [];
  for (const { name, what } of TABLES) {
    tables.push({ name, what, ...payload(store, name) });
    await nextMacrotask();
  }
  const rest = used - tables.reduce((sum, table) => sum + table.bytes, 0);
  tables.push({ name: "", what: "Indexes, and space within pages", rows: 0, bytes: Math.max(0, rest) });
  return tables.filter((table) => table.rows > 0 || table.bytes > 0).sort((a, b) => b.bytes - a.bytes);
}

/** The threads whose states take most. */
function largestThreads(store: Store): StorageReport["threads"] {
  // Exactly the columns of the query.
  const rows = store
    .prepare(
      `SELECT t.thread_id, t.title, t.updated_at, sizes.checkpoints, sizes.bytes,
         (SELECT count(*) - count(DISTINCT parent_checkpoint_id) FROM checkpoint_index AS i WHERE i.thread_id = t.thread_id AND checkpoint_ns = '') AS branches,
         (SELECT coalesce(sum(octet_length(value)), 0) FROM writes AS w WHERE w.thread_id = t.thread_id) AS writes
       FROM (SELECT thread_id, count(*) AS checkpoints, sum(bytes) AS bytes FROM checkpoint_index GROUP BY thread_id ORDER BY bytes DESC LIMIT ?) AS sizes
       JOIN threads AS t USING (thread_id) WHERE t.hidden = 0`,
    )
    .all(MOST_THREADS) as (StorageReport["threads"][number] & { writes: number })[];
  return rows.map(({ writes, ...thread }) => ({ ...thread, bytes: thread.bytes + writes })).sort((a, b) => b.bytes - a.bytes);
}

function readDeleted(store: Store): StorageReport["deleted"] {
  const { deletions, checkpoints, bytes } = one(
    store,
    `SELECT count(*) AS deletions, coalesce(sum(checkpoints), 0) AS checkpoints, coalesce(sum(bytes), 0) AS bytes FROM deletions`,
  );
  // Exactly the columns of the query.
  const items = store
    .prepare(
      `SELECT d.deletion_id, d.thread_id, coalesce(t.title, d.thread_id) AS title, t.graph_id, d.deleted_at, d.checkpoints, d.bytes
       FROM deletions AS d LEFT JOIN threads AS t USING (thread_id) ORDER BY d.deleted_at DESC, d.deletion_id DESC LIMIT ?`,
    )
    .all(MOST_DELETIONS) as StorageReport["deleted"]["items"];
  return { deletions: Number(deletions), checkpoints: Number(checkpoints), bytes: Number(bytes), items };
}

/** What takes the space in the database. Reads no state. */
export function readStorage(store: Store): Promise<Omit<StorageReport, "job">> {
  return withStorageErrorsAsync(async () => {
    const sizes = fileSizes(store);
    const pages = Number(store.sqlite.pragma("page_count", { simple: true })) * Number(store.sqlite.pragma("page_size", { simple: true }));
    const tables = await readTables(store, pages - sizes.free_bytes);
    const { threads, active } = one(
      store,
      `SELECT (SELECT count(*) FROM threads WHERE hidden = 0) AS threads, (SELECT count(*) FROM runs WHERE status IN ('pending', 'running')) AS active`,
    );
    return {
      file: store.path,
      ...sizes,
      tables,
      threads: largestThreads(store),
      thread_count: Number(threads),
      deleted: readDeleted(store),
      active_runs: Number(active),
      compacts_in_steps: compactsInSteps(store),
    };
  });
}
