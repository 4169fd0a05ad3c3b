import type { TaskView, TimelineEntry } from "../schema/checkpoint";
import type { Json } from "../schema/json";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { ensureIndexed, readRow } from "./index-rows";
import type { Store } from "./open";
import { arrivals } from "./pending-tasks";
import { parseCheckpoint } from "./raw-checkpoint";
import { parseNames } from "./rows";
import { SuperstepRows } from "./superstep-rows";
import { readTasks } from "./tasks";
import { readEntry } from "./timeline";

type Place = { thread_id: string; checkpoint_ns: string; checkpoint_id: string };

/** The superstep that starts from a checkpoint, without its state. */
export type DueStep = {
  entry: TimelineEntry;
  tasks: TaskView[];
  /** What has arrived at each join, by its channel. */
  arrived: ReadonlyMap<string, readonly string[]>;
  /** How many questions of each task were answered before and are asked no more, by its id. */
  answers: ReadonlyMap<string, number>;
};

/** The tasks that are due at a checkpoint, those that are done among them. Null when there is no such checkpoint. Throws `checkpoint_damaged`. */
export function readDueStep(store: Store, place: Place): Promise<DueStep | null> {
  return withStorageErrorsAsync(async () => {
    const { thread_id, checkpoint_ns, checkpoint_id } = place;
    const entry = await readEntry(store, thread_id, checkpoint_ns, checkpoint_id);
    const row = entry === null ? null : readRow(store, place, checkpoint_id);
    if (entry === null || row === null) return null;
    const checkpoint = parseCheckpoint(row);
    const rows = new SuperstepRows(store, { thread_id, checkpoint_ns }, checkpoint_id, checkpoint_id);
    const arrived = new Map<string, readonly string[]>();
    for (const [channel, value] of Object.entries(checkpoint.channel_values)) {
      if (channel.startsWith("join:")) arrived.set(channel, arrivals(value).names);
    }
    const answers = new Map<string, number>();
    for (const [taskId, writes] of rows.writes(checkpoint_id)) {
      const given = writes.findLast(({ channel }) => channel === "__resume__")?.value;
      if (given !== undefined) answers.set(taskId, Array.isArray(given) ? given.length : 1);
    }
    const tasks = readTasks(store, { thread_id, checkpoint_ns, step: entry.step, next: entry.next, checkpoint }, rows);
    return { entry, tasks, arrived, answers };
  });
}

/** A call that a task made, with what it was given. */
export type RecordedCall = {
  run_id: string;
  span_id: string;
  name: string;
  kind: "model" | "tool" | "effect" | "task" | "retriever";
  status: string;
  started_at: string;
  input: Json;
  /** The call around it, by its span. */
  within: string | null;
};

type SpanRow = [
  spanId: string,
  parentId: string | null,
  kind: string,
  name: string,
  status: string,
  startedAt: string,
  checkpointNs: string,
  taskId: string | null,
];

const NEWEST = `
  SELECT run_id, span_id, rowid AS position FROM spans
  WHERE thread_id = ? AND checkpoint_ns = ? AND (checkpoint_id = ? OR checkpoint_id IS NULL) AND task_id = ? AND kind = 'node' AND status <> 'cached'
  ORDER BY rowid DESC LIMIT 1`;
/** A runnable with a name of its own is a call where it counts as a side effect. */
const OF_RUN = `
  SELECT s.span_id, s.parent_span_id, CASE WHEN s.kind = 'chain' AND e.span_id IS NOT NULL THEN 'tool' ELSE s.kind END, s.name, s.status, s.started_at,
    s.checkpoint_ns, s.task_id
  FROM spans AS s LEFT JOIN effects AS e ON e.run_id = s.run_id AND e.span_id = s.span_id
  WHERE s.run_id = ? AND s.rowid > ? ORDER BY s.started_at, s.rowid`;
const CALLER = `
  SELECT caller.task_id FROM spans AS own JOIN spans AS caller ON caller.run_id = own.run_id AND caller.span_id = own.parent_span_id
  WHERE own.thread_id = ? AND own.checkpoint_ns = ? AND own.checkpoint_id = ? AND own.task_id = ? AND own.kind = 'task' AND own.status <> 'cached'
  ORDER BY own.rowid LIMIT 1`;

const CALLS: ReadonlySet<string> = new Set(["model", "tool", "effect", "task", "retriever"]);
/** Calls of one task that are told. */
const MOST_CALLS = 200;
/** Characters of what a call was given. */
const ROOM = 2000;

function isCall(kind: string): kind is RecordedCall["kind"] {
  return CALLS.has(kind);
}

function cut(text: string): Json {
  // Redacted and cut when it was recorded; always JSON.
  if (text.length <= ROOM) return JSON.parse(text) as Json;
  return `${text.slice(0, ROOM)}… (${text.length - ROOM} more characters)`;
}

/**
 * What the newest execution of a task called, in order. `deep`: also in subgraphs inside of it. Null where no run of this
 * store executed it. Synchronous.
 */
export function readTaskCalls(store: Store, place: Place, task: { id: string; deep: boolean }): RecordedCall[] | null {
  return withStorageErrors(() => {
    // The query's own columns, as the table says.
    const found = store.prepare(NEWEST).get(place.thread_id, place.checkpoint_ns, place.checkpoint_id, task.id) as
      { run_id: string; span_id: string; position: number } | undefined;
    if (found === undefined) return null;
    const inside = new Map<string, string | null>([[found.span_id, null]]);
    // LangGraph does not say who asked for a result that it kept: the trace guesses. Who made it first is known.
    const caller = store.prepare(CALLER).pluck();
    const parentOf = ([, parent, kind, , status, , ns, taskId]: SpanRow): string | null => {
      if (kind !== "task" || status !== "cached" || ns !== place.checkpoint_ns) return parent;
      const known: unknown = caller.get(place.thread_id, ns, place.checkpoint_id, taskId);
      return known === undefined ? parent : known === task.id ? found.span_id : null;
    };
    const calls: (Omit<RecordedCall, "input"> & { span_id: string })[] = [];
    for (const row of store.prepare(OF_RUN).raw().iterate(found.run_id, found.position) as Iterable<SpanRow>) {
      const [span_id, , kind, name, status, started_at, ns] = row;
      const parent = parentOf(row);
      const within = parent === null ? undefined : inside.get(parent);
      if (within === undefined || calls.length >= MOST_CALLS) continue;
      inside.set(span_id, isCall(kind) ? span_id : within);
      if (isCall(kind) && (task.deep || ns === place.checkpoint_ns))
        calls.push({ run_id: found.run_id, span_id, name, kind, status, started_at, within });
    }
    const input = store.prepare(`SELECT input FROM spans WHERE run_id = ? AND span_id = ?`).pluck();
    return calls.map((call) => ({ ...call, input: cut(String(input.get(call.run_id, call.span_id))) }));
  });
}

/** What ran on the newest way on from a checkpoint. */
export type RanAfter = {
  /** Nodes of the workflow itself that ran in supersteps behind the first. */
  nodes: ReadonlySet<string>;
  calls: {
    kind: "model" | "tool" | "effect";
    name: string;
    count: number;
    /** How many of them were recorded as side effects. */
    effects: number;
  }[];
};

const LINKS = `
  SELECT checkpoint_id, parent_checkpoint_id, nodes FROM checkpoint_index
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id > ? ORDER BY checkpoint_id`;
const INNER = `
  SELECT checkpoint_id FROM checkpoint_index
  WHERE thread_id = ? AND checkpoint_ns <> '' AND outer_checkpoint_id IN (SELECT value FROM json_each(?))`;
const COUNTS = `
  SELECT CASE WHEN s.kind IN ('model', 'tool') THEN s.kind ELSE 'effect' END AS kind, s.name AS name, count(*) AS count, count(e.span_id) AS effects
  FROM spans AS s LEFT JOIN effects AS e ON e.run_id = s.run_id AND e.span_id = s.span_id
  WHERE s.thread_id = ? AND s.checkpoint_id IN (SELECT value FROM json_each(?)) AND (s.kind IN ('model', 'tool', 'effect') OR e.span_id IS NOT NULL)
    AND s.status NOT IN ('cached', 'interrupted') AND (s.source IS NULL OR s.source = 'live') AND (e.source IS NULL OR e.source = 'live')
  GROUP BY 1, 2 ORDER BY 3 DESC, 2`;
/** Nobody nests deeper; a damaged row may enclose itself. */
const MAX_DEPTH = 16;

/** What ran behind the superstep that starts from a checkpoint, on the way that was taken last. */
export function readRanAfter(store: Store, { thread_id, checkpoint_ns, checkpoint_id }: Place): Promise<RanAfter> {
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, thread_id);
    const newestChild = new Map<string, [id: string, nodes: string]>();
    // In order of age: the newest child of each stays.
    for (const row of store.prepare(LINKS).raw().iterate(thread_id, checkpoint_ns, checkpoint_id) as Iterable<[string, string | null, string]>) {
      if (row[1] !== null) newestChild.set(row[1], [row[0], row[2]]);
    }
    const ids: string[] = [];
    const nodes = new Set<string>();
    for (let child = newestChild.get(checkpoint_id); child !== undefined; child = newestChild.get(child[0])) {
      ids.push(child[0]);
      for (const name of parseNames(child[1])) nodes.add(name);
    }
    const inner = store.prepare(INNER).pluck();
    let level = ids;
    for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
      level = inner.all(thread_id, JSON.stringify(level)).map(String);
      ids.push(...level);
    }
    const calls = ids.length === 0 ? [] : (store.prepare(COUNTS).all(thread_id, JSON.stringify(ids)) as RanAfter["calls"]);
    return { nodes, calls };
  });
}

const BACK = `
  SELECT parent_checkpoint_id, source, step, nodes FROM checkpoint_index
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;
/** Checkpoints that are looked at on the way back. */
const MAX_BACK = 200;

/** What ran on the way to a checkpoint, newest first, as far back as it takes for `most`. Synchronous. */
export function readRanBefore(store: Store, { thread_id, checkpoint_ns, checkpoint_id }: Place, most: number): { node: string; step: number }[] {
  return withStorageErrors(() => {
    const find = store.prepare(BACK);
    const ran: { node: string; step: number }[] = [];
    let id: string | null = checkpoint_id;
    for (let back = 0; id !== null && back < MAX_BACK && ran.length < most; back++) {
      // The query's own columns.
      const row = find.get(thread_id, checkpoint_ns, id) as
        { parent_checkpoint_id: string | null; source: string; step: number; nodes: string } | undefined;
      if (row === undefined) break;
      if (row.source !== "update") for (const node of new Set(parseNames(row.nodes))) if (!node.startsWith("__")) ran.push({ node, step: row.step });
      id = row.parent_checkpoint_id;
    }
    return ran.slice(0, most);
  });
}

/** Whether side effects of the thread were recorded as such: then what is not among them is none. Synchronous. */
export function hasEffects(store: Store, threadId: string): boolean {
  return withStorageErrors(() => store.prepare(`SELECT 1 FROM effects WHERE thread_id = ? LIMIT 1`).get(threadId) !== undefined);
}

/** Which of these spans have a recording, whose result a replay can return. Synchronous. */
export function recordedSpans(store: Store, runId: string): Set<string> {
  return withStorageErrors(
    () => new Set(store.prepare(`SELECT span_id FROM recordings WHERE run_id = ? AND span_id IS NOT NULL`).pluck().all(runId).map(String)),
  );
}
