import { sql, type Selectable } from "kysely";
import { SpanDetailSchema, SpanSchema, type Span, type SpanDetail, type SpanTotals, type Tokens } from "../schema/span";
import type { Effect } from "../schema/effect";
import { loseOpenEffects, removeEffect, saveEffects } from "./effects";
import { withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";
import { costBy, readPrices, type CostOf } from "./prices";
import { parseJson } from "./rows";
import type { SpansTable } from "./tables";

/** What makes a span an effect, beside what the span says itself. */
export type SpanEffect = Pick<Effect, "graph_id" | "node" | "task_id" | "attempt" | "input_hash" | "idempotency_key" | "deduplicated"> & {
  /** Its earlier result was returned without running it. */
  kept: boolean;
};

/**
 * A span as it is recorded: what went in and came out is JSON text already; its cost is computed when it is read. `effect` is
 * null of most, and `wrapping` where it turned out that what it does is the effect of a span in it.
 */
export type SpanRecord = Omit<Span, "cost"> & {
  input: string;
  output: string;
  parameters: string;
  truncated: boolean;
  effect: SpanEffect | "wrapping" | null;
};

/** Columns of a span without what went in and came out. */
const SUMMARY = [
  "run_id",
  "span_id",
  "thread_id",
  "parent_span_id",
  "kind",
  "name",
  "checkpoint_ns",
  "task_id",
  "checkpoint_id",
  "step",
  "attempt",
  "status",
  "started_at",
  "ms",
  "first_token_ms",
  "error",
  "model",
  "tokens",
  "tool_call_id",
  "source",
] as const;

/** What is not known yet when a span starts. */
const LATER = ["checkpoint_id", "status", "ms", "first_token_ms", "error", "model", "tokens", "tool_call_id", "source", "output", "truncated"];

// An upsert keeps the row's place, and with it the order of spans that started in the same millisecond.
const SAVE = `INSERT INTO spans (${SUMMARY.join(", ")}, input, output, parameters, truncated)
  VALUES (${SUMMARY.map(() => "?").join(", ")}, ?, ?, ?, ?)
  ON CONFLICT (run_id, span_id) DO UPDATE SET ${LATER.map((column) => `${column} = excluded.${column}`).join(", ")}`;

/** Inserts spans, their effects, or what became of them, without a transaction of its own. Synchronous. */
export function saveSpans(store: Store, spans: Iterable<SpanRecord>): void {
  const save = store.prepare(SAVE);
  for (const span of spans) {
    save.run(
      span.run_id,
      span.span_id,
      span.thread_id,
      span.parent_span_id,
      span.kind,
      span.name,
      span.checkpoint_ns,
      span.task_id,
      span.checkpoint_id,
      span.step,
      span.attempt,
      span.status,
      span.started_at,
      span.ms,
      span.first_token_ms,
      span.error === null ? null : JSON.stringify(span.error),
      span.model,
      span.tokens === null ? null : JSON.stringify(span.tokens),
      span.tool_call_id,
      span.source,
      span.input,
      span.output,
      span.parameters,
      span.truncated ? 1 : 0,
    );
    if (span.effect === "wrapping") removeEffect(store, span.run_id, span.span_id);
    else if (span.effect !== null) saveEffects(store, [effectOf(span, span.effect)]);
  }
}

function effectOf({ run_id, span_id, thread_id, checkpoint_ns, checkpoint_id, step, name, ...span }: SpanRecord, effect: SpanEffect): Effect {
  const { kept, ...more } = effect;
  const status = span.status === "cached" ? "done" : span.status;
  const source = kept ? "kept" : (span.source ?? "live");
  return { run_id, span_id, thread_id, checkpoint_ns, checkpoint_id, step, name, status, source, at: span.started_at, ...more };
}

/** Marks what a run that has ended left open as lost, without a transaction of its own. Synchronous. */
export function loseOpenSpans(store: Store, runId: string): void {
  store.prepare(`UPDATE spans SET status = 'lost' WHERE run_id = ? AND status = 'running'`).run(runId);
  loseOpenEffects(store, runId);
}

function parseOrNull(text: string | null): unknown {
  return text === null ? null : parseJson(text);
}

type SummaryRow = Pick<Selectable<SpansTable>, (typeof SUMMARY)[number]>;

function toSpan(row: SummaryRow, costOf: CostOf): Span {
  const tokens = SpanSchema.shape.tokens.parse(parseOrNull(row.tokens));
  return SpanSchema.parse({ ...row, error: parseOrNull(row.error), tokens, cost: costOf(row.model, tokens) });
}

/** A run's spans in the order in which they started, without what went in and came out. */
export function listSpans(store: Store, runId: string): Promise<Span[]> {
  return withStorageErrorsAsync(async () => {
    const costOf = costBy(readPrices(store));
    const rows = await store.db
      .selectFrom("spans")
      .select(SUMMARY)
      .where("run_id", "=", runId)
      .orderBy("started_at")
      .orderBy(sql`rowid`)
      .execute();
    return rows.map((row) => toSpan(row, costOf));
  });
}

/** A span with what went in and came out, or null. */
export function readSpan(store: Store, runId: string, spanId: string): Promise<SpanDetail | null> {
  return withStorageErrorsAsync(async () => {
    const row = await store.db.selectFrom("spans").selectAll().where("run_id", "=", runId).where("span_id", "=", spanId).executeTakeFirst();
    if (row === undefined) return null;
    const { input, output, parameters, truncated, ...summary } = row;
    return SpanDetailSchema.parse({
      ...toSpan(summary, costBy(readPrices(store))),
      input: parseJson(input),
      output: parseJson(output),
      parameters: parseJson(parameters),
      truncated: truncated === 1,
    });
  });
}

const NO_TOKENS: Tokens = { input: 0, output: 0, total: 0, cache_read: null, reasoning: null };

function addTo(sum: number | null, value: number | null): number | null {
  return value === null ? sum : (sum ?? 0) + value;
}

/** Sums spans: only model and tool calls count, so that nothing is counted twice through the nodes around them. */
export function sumSpans(spans: Iterable<Pick<Span, "kind" | "tokens" | "cost">>): SpanTotals {
  const totals: SpanTotals = { model_calls: 0, tool_calls: 0, tokens: { ...NO_TOKENS }, cost: null, unpriced_calls: 0 };
  for (const { kind, tokens, cost } of spans) {
    if (kind === "tool") totals.tool_calls += 1;
    if (kind !== "model") continue;
    totals.model_calls += 1;
    if (cost === null) totals.unpriced_calls += 1;
    totals.cost = addTo(totals.cost, cost);
    if (tokens === null) continue;
    totals.tokens = {
      input: totals.tokens.input + tokens.input,
      output: totals.tokens.output + tokens.output,
      total: totals.tokens.total + tokens.total,
      cache_read: addTo(totals.tokens.cache_read, tokens.cache_read),
      reasoning: addTo(totals.tokens.reasoning, tokens.reasoning),
    };
  }
  return totals;
}

/** What the given runs used, together. */
export async function totalsOf(store: Store, runIds: readonly string[]): Promise<SpanTotals> {
  return sumSpans((await Promise.all(runIds.map((runId) => listSpans(store, runId)))).flat());
}

/**
 * What was used in the supersteps that started from the given checkpoints, of the workflow itself or of a subgraph,
 * everything inside of their tasks included.
 */
export async function totalsOfSteps(store: Store, runIds: readonly string[], checkpointIds: ReadonlySet<string>): Promise<SpanTotals> {
  const lists = await Promise.all(runIds.map((runId) => listSpans(store, runId)));
  return sumSpans(lists.flatMap((spans) => insideOf(spans, checkpointIds)));
}

/** Parents start before their children, so one pass in order finds everything inside of the wanted tasks. */
function insideOf(spans: readonly Span[], checkpointIds: ReadonlySet<string>): Span[] {
  const found = new Set<string>();
  return spans.filter(({ span_id, parent_span_id, checkpoint_id }) => {
    const isInside = (checkpoint_id !== null && checkpointIds.has(checkpoint_id)) || (parent_span_id !== null && found.has(parent_span_id));
    if (isInside) found.add(span_id);
    return isInside;
  });
}
