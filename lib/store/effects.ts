import type { z } from "zod";
import { groupRepeats, type FoundRepeat } from "../effects/repeats";
import { EffectSchema, RepeatsSchema, type Effect, type Repeats, type RepeatsQuerySchema } from "../schema/effect";
import { EffectLines } from "./effect-lines";
import { withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";
import type { EffectsTable } from "./tables";

const COLUMNS = [
  "run_id",
  "span_id",
  "thread_id",
  "graph_id",
  "checkpoint_ns",
  "checkpoint_id",
  "node",
  "task_id",
  "step",
  "attempt",
  "name",
  "input_hash",
  "idempotency_key",
  "source",
  "status",
  "deduplicated",
  "at",
] as const;

/** What is not known yet when an effect begins. */
const LATER = ["checkpoint_id", "idempotency_key", "source", "status", "deduplicated"] as const;

const SAVE = `INSERT INTO effects (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map((column) => `@${column}`).join(", ")})
  ON CONFLICT (run_id, span_id) DO UPDATE SET ${LATER.map((column) => `${column} = excluded.${column}`).join(", ")}`;

/** Inserts effects or what became of them, without a transaction of its own. Synchronous. */
export function saveEffects(store: Store, effects: Iterable<Effect>): void {
  const save = store.prepare(SAVE);
  for (const effect of effects) save.run({ ...effect, deduplicated: effect.deduplicated === null ? null : Number(effect.deduplicated) });
}

/** Takes back what turned out to be only the wrapping of another effect, without a transaction of its own. Synchronous. */
export function removeEffect(store: Store, runId: string, spanId: string): void {
  store.prepare(`DELETE FROM effects WHERE run_id = ? AND span_id = ?`).run(runId, spanId);
}

/** Marks what a run that has ended left open as lost, without a transaction of its own. Synchronous. */
export function loseOpenEffects(store: Store, runId: string): void {
  store.prepare(`UPDATE effects SET status = 'lost' WHERE run_id = ? AND status = 'running'`).run(runId);
}

function toEffect(row: EffectsTable): Effect {
  return EffectSchema.parse({ ...row, deduplicated: row.deduplicated === null ? null : row.deduplicated === 1 });
}

/**
 * Effects that ran for the given tasks, in order, those that asked a person among them. A thread that is a copy of another
 * has tasks with the same ids: `threadId` leaves the other's out.
 */
export function effectsOfTask(store: Store, taskIds: readonly string[], threadId?: string): Promise<Effect[]> {
  return withStorageErrorsAsync(async () => {
    const rows = store
      .prepare(
        `SELECT * FROM effects WHERE task_id IN (SELECT value FROM json_each(@ids)) AND thread_id = coalesce(@thread, thread_id) ORDER BY at, span_id`,
      )
      .all({ ids: JSON.stringify(taskIds), thread: threadId ?? null }) as EffectsTable[];
    return rows.map(toEffect);
  });
}

/** What really ran, or was kept from running again. */
const EXECUTED = `source IN ('live', 'kept') AND status <> 'interrupted'`;

/** Copies that answers are tried on are in no list. */
const NOT_TRIED = `e.thread_id NOT IN (SELECT thread_id FROM threads WHERE hidden = 1)`;

/** What may have been repeated, by indexes alone: calls that stand there twice, and all calls of tasks that ran twice. */
const CANDIDATES = `
  SELECT e.run_id, e.span_id FROM effects AS e
    JOIN (SELECT thread_id, name, input_hash FROM effects GROUP BY thread_id, name, input_hash HAVING count(*) > 1) AS d
    ON e.thread_id = d.thread_id AND e.name = d.name AND e.input_hash = d.input_hash
  UNION
  SELECT e.run_id, e.span_id FROM effects AS e
    JOIN (SELECT task_id, name FROM effects WHERE task_id IS NOT NULL
      GROUP BY task_id, name HAVING min(run_id) <> max(run_id) OR min(attempt) <> max(attempt)) AS d
    ON e.task_id = d.task_id AND e.name = d.name`;

/** Which repeats: of a run, a thread, a workflow, or all; `limit` at a time. */
export type RepeatsFilter = Partial<z.output<typeof RepeatsQuerySchema>>;

function candidates(store: Store, { run_id, thread_id, graph_id }: RepeatsFilter): EffectsTable[] {
  const conditions = [
    ...(run_id === undefined ? [] : [`e.thread_id = (SELECT thread_id FROM runs WHERE run_id = @run_id)`]),
    ...(thread_id === undefined ? [] : [`e.thread_id = @thread_id`]),
    ...(graph_id === undefined ? [] : [`e.graph_id = @graph_id`]),
  ];
  const ofOne = run_id !== undefined || thread_id !== undefined;
  const from = ofOne ? `effects AS e` : `(${CANDIDATES}) AS c CROSS JOIN effects AS e USING (run_id, span_id)`;
  const where = [...conditions, EXECUTED, NOT_TRIED].join(" AND ");
  const sql = `SELECT e.* FROM ${from} WHERE ${where} ORDER BY e.thread_id, e.at, e.span_id`;
  return store.prepare(sql).all({ run_id, thread_id, graph_id }) as EffectsTable[];
}

function* byThread(rows: readonly EffectsTable[]): Iterable<[string, EffectsTable[]]> {
  let start = 0;
  for (let end = 1; end <= rows.length; end++) {
    const threadId = rows[start]?.thread_id;
    if (threadId === undefined || rows[end]?.thread_id === threadId) continue;
    yield [threadId, rows.slice(start, end)];
    start = end;
  }
}

/** A loop may make a call thousands of times; nobody looks at all of them. */
const MOST_GIVEN = 50;

function firstAndLast<Item>(items: Item[]): Item[] {
  return items.length <= MOST_GIVEN ? items : [...items.slice(0, 1), ...items.slice(1 - MOST_GIVEN)];
}

const lastAt = ({ effects }: FoundRepeat<EffectsTable>) => effects.at(-1)?.at ?? "";

/** Effects that were executed more than once, newest first. */
export function listRepeats(store: Store, query: RepeatsFilter): Promise<Repeats> {
  return withStorageErrorsAsync(async () => {
    const { offset = 0, limit = 100 } = query;
    const found: FoundRepeat<EffectsTable>[] = [];
    for (const [threadId, effects] of byThread(candidates(store, query))) {
      const lines = new EffectLines(store, threadId);
      found.push(...groupRepeats(effects, (earlier, later) => lines.relate(earlier, later)));
    }
    const wanted = found
      .filter(({ effects }) => query.run_id === undefined || effects.some(({ run_id }) => run_id === query.run_id))
      .filter(({ cause }) => query.cause === undefined || cause === query.cause)
      .filter(({ happened, uncertain }) => query.harmful !== true || happened + uncertain > 1)
      .sort((a, b) => lastAt(b).localeCompare(lastAt(a)));
    const page = wanted.slice(offset, offset + limit);
    const titles = titlesOf(store, page);
    return RepeatsSchema.parse({
      total: wanted.length,
      repeats: page.map(({ effects, ...repeat }) => {
        const [first] = effects;
        return {
          ...repeat,
          name: first?.name,
          node: first?.node,
          thread_id: first?.thread_id,
          thread_title: titles.get(first?.thread_id ?? "") ?? "",
          graph_id: first?.graph_id,
          effects: firstAndLast(effects).map(toEffect),
        };
      }),
    });
  });
}

function titlesOf(store: Store, page: readonly FoundRepeat<EffectsTable>[]): Map<string, string> {
  const ids = [...new Set(page.map(({ effects }) => effects[0]?.thread_id))];
  const titles = store
    .prepare(`SELECT thread_id, title FROM threads WHERE thread_id IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(ids)) as {
    thread_id: string;
    title: string;
  }[];
  return new Map(titles.map(({ thread_id, title }) => [thread_id, title]));
}
