import type { Store } from "./open";

type Place = { thread_id: string; checkpoint_ns: string; checkpoint_id: string };

/** What the runs of this store know of a task beyond the writes that it left. */
export type TaskFacts = {
  name: string;
  kind: "node" | "task";
  /** Executions that came to an end of their own or broke off: one that waited for an answer goes on with the next. */
  attempts: number;
  /** Wall time of its newest execution in milliseconds. */
  ms: number | null;
  /** Nothing ran: a cached result was used; of a `task()`, that of an earlier run. */
  cached: boolean;
  failed: { name: string; message: string } | null;
  /** The task that called it. */
  calledBy: string | null;
};

type Row = {
  span_id: string;
  parent_span_id: string | null;
  run_id: string;
  task_id: string;
  kind: "node" | "task";
  name: string;
  status: string;
  ms: number | null;
  error: string | null;
};

function parseError(text: string | null): TaskFacts["failed"] {
  if (text === null) return null;
  const error: unknown = JSON.parse(text);
  if (typeof error !== "object" || error === null) return null;
  const { name, message } = { name: "Error", message: "", ...error };
  return { name: String(name), message: String(message) };
}

function factsOf(rows: readonly Row[]): Map<string, TaskFacts> {
  const taskOf = new Map(rows.map((row) => [row.span_id, row.task_id]));
  const facts = new Map<string, TaskFacts>();
  for (const row of rows) {
    const before = facts.get(row.task_id);
    const ran = row.status !== "cached";
    const counts = ran && row.status !== "interrupted";
    facts.set(row.task_id, {
      name: row.name,
      kind: row.kind,
      attempts: (before?.attempts ?? 0) + (counts ? 1 : 0),
      ms: ran ? row.ms : (before?.ms ?? null),
      cached: !ran || (before?.cached ?? false),
      failed: row.status === "failed" ? parseError(row.error) : ran ? null : (before?.failed ?? null),
      calledBy: (row.parent_span_id === null ? undefined : taskOf.get(row.parent_span_id)) ?? before?.calledBy ?? null,
    });
  }
  return facts;
}

const ROWS = `
  SELECT checkpoint_id, span_id, parent_span_id, run_id, task_id, kind, name, status, ms, error FROM spans
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id >= ? AND checkpoint_id <= ? AND task_id IS NOT NULL AND kind IN ('node', 'task')
  ORDER BY rowid`;

/**
 * Tasks of the supersteps that start from the checkpoints between two, both included, by checkpoint and the task's id; those
 * that nodes called included. Synchronous.
 */
export function factsByCheckpoint(
  store: Store,
  { thread_id, checkpoint_ns, first, last }: Omit<Place, "checkpoint_id"> & { first: string; last: string },
): Map<string, Map<string, TaskFacts>> {
  // `kind` is one of the two by the query, the rest as the table says.
  const rows = store.prepare(ROWS).all(thread_id, checkpoint_ns, first, last) as (Row & { checkpoint_id: string })[];
  const byCheckpoint = new Map<string, Row[]>();
  for (const row of rows) {
    const known = byCheckpoint.get(row.checkpoint_id);
    if (known === undefined) byCheckpoint.set(row.checkpoint_id, [row]);
    else known.push(row);
  }
  return new Map([...byCheckpoint].map(([id, own]) => [id, factsOf(own)]));
}

/** Tasks of the superstep that starts from a checkpoint, those that its nodes called included, by their id. Synchronous. */
export function readTaskFacts(store: Store, { checkpoint_id, ...place }: Place): Map<string, TaskFacts> {
  return factsByCheckpoint(store, { ...place, first: checkpoint_id, last: checkpoint_id }).get(checkpoint_id) ?? new Map<string, TaskFacts>();
}
