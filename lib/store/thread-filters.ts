import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import { JsonObjectSchema, JsonSchema, type Json, type JsonObject } from "../schema/json";
import type { ThreadStatus } from "../schema/thread";
import type { Store } from "./open";
import type { Tables } from "./tables";

export type ThreadFilter = {
  ids?: readonly string[];
  /** Only threads whose metadata contain this. */
  metadata?: JsonObject;
  /** Only threads whose latest state has these values. */
  values?: JsonObject;
  status?: ThreadStatus;
  graph_id?: string;
  /** Words that must all stand in the title, the id or the metadata. */
  q?: string;
  /** ISO 8601 in UTC; `since` is included, `until` is not. */
  created_since?: string;
  created_until?: string;
  updated_since?: string;
  updated_until?: string;
};

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True when `value` contains `wanted`: objects key by key, lists item by item in any order, everything else by equality. */
export function matchesJson(value: Json | undefined, wanted: Json): boolean {
  if (isObject(wanted))
    return isObject(value) && Object.entries(wanted).every(([key, item]) => Object.hasOwn(value, key) && matchesJson(value[key], item));
  if (Array.isArray(wanted)) return Array.isArray(value) && wanted.every((item) => value.some((candidate) => matchesJson(candidate, item)));
  return value === wanted;
}

type Condition = RawBuilder<SqlBool>;
const TRUE: Condition = sql<SqlBool>`1`;

const and = (conditions: readonly Condition[]): Condition => (conditions.length === 0 ? TRUE : sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`);

/** `kind` is what `json_type` calls the value. Without it `true` and `1` would be the same, for SQLite knows no booleans. */
function equals(wanted: string | number | boolean | null, value: Expression<unknown>, kind: Expression<unknown>): Condition {
  if (wanted === null) return sql<SqlBool>`${kind} = 'null'`;
  if (typeof wanted === "boolean") return sql<SqlBool>`${kind} = ${String(wanted)}`;
  if (typeof wanted === "string") return sql<SqlBool>`(${kind} = 'text' AND ${value} = ${wanted})`;
  return sql<SqlBool>`(${kind} IN ('integer', 'real') AND ${value} = ${wanted})`;
}

/** SQLite's JSON paths have no escape for these, and none for the empty key. */
const UNSPEAKABLE = /^$|["\\\u0000-\u001f]/;

/** `matchesJson` in SQL, over the JSON in `json` at `path`. Paths and values are bound, never part of the statement. */
function contains(json: Expression<unknown>, path: string, wanted: Json): Condition {
  const kind = sql`json_type(${json}, ${path})`;
  if (isObject(wanted)) {
    const entries = Object.entries(wanted);
    if (entries.some(([key]) => UNSPEAKABLE.test(key))) return byFunction(json, path, wanted);
    return and([sql<SqlBool>`${kind} = 'object'`, ...entries.map(([key, item]) => contains(json, `${path}."${key}"`, item))]);
  }
  if (!Array.isArray(wanted)) return equals(wanted, sql`json_extract(${json}, ${path})`, kind);
  const items = wanted.map((item) => {
    if (typeof item === "object" && item !== null) return byFunction(json, path, [item]);
    return sql<SqlBool>`EXISTS (SELECT 1 FROM json_each(${json}, ${path}) AS item WHERE ${equals(item, sql`item.atom`, sql`item.type`)})`;
  });
  return and([sql<SqlBool>`${kind} = 'array'`, ...items]);
}

/** For what SQL has no words for. */
function byFunction(json: Expression<unknown>, path: string, wanted: Json): Condition {
  return sql<SqlBool>`CASE WHEN json_type(${json}, ${path}) IN ('object', 'array')
    THEN retrograph_contains(json_extract(${json}, ${path}), ${JSON.stringify(wanted)}) ELSE 0 END`;
}

function containsText(text: unknown, wanted: unknown): number {
  if (typeof text !== "string" || typeof wanted !== "string") return 0;
  return matchesJson(JsonSchema.parse(JSON.parse(text)), JsonSchema.parse(JSON.parse(wanted))) ? 1 : 0;
}

const prepared = new WeakSet<Store>();

/** Functions that the statements here use; each connection needs them once. */
function prepareFunctions(store: Store): void {
  if (prepared.has(store)) return;
  store.sqlite.function("retrograph_contains", { deterministic: true }, containsText);
  store.sqlite.function("retrograph_lower", { deterministic: true }, (text: unknown) => String(text).toLowerCase());
  prepared.add(store);
}

/** Whether the latest state has these values, looked up and parsed once. A damaged state has none. */
function hasValues(wanted: JsonObject): Condition {
  const state = sql`latest.state`;
  const conditions = Object.entries(JsonObjectSchema.parse(wanted)).map(([channel, item]) => contains(state, `$.channel_values."${channel}"`, item));
  return sql<SqlBool>`EXISTS (
    SELECT 1 FROM (SELECT CAST(checkpoint AS TEXT) AS state FROM checkpoints
      WHERE checkpoints.thread_id = threads.thread_id AND checkpoint_ns = '' ORDER BY checkpoint_id DESC LIMIT 1) AS latest
    WHERE CASE WHEN json_valid(${state}) THEN ${and(conditions)} ELSE 0 END)`;
}

const SEARCHED = sql`title || char(10) || thread_id || char(10) || metadata`;

/** SQLite's own `lower` is the quicker one, and knows ASCII only. */
function hasWords(q: string): Condition {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isAscii = /^[\u0000-\u007f]*$/.test(q);
  const text = isAscii ? sql`lower(${SEARCHED})` : sql`retrograph_lower(${SEARCHED})`;
  return and(words.map((word) => sql<SqlBool>`instr(${text}, ${word}) > 0`));
}

/** Narrows a query over `threads`. Everything is decided by SQLite, so that a page of many threads reads no others. */
export function whereThreads<O>(
  store: Store,
  query: SelectQueryBuilder<Tables, "threads", O>,
  filter: ThreadFilter,
): SelectQueryBuilder<Tables, "threads", O> {
  prepareFunctions(store);
  query = query.where("hidden", "=", 0);
  if (filter.ids !== undefined) query = query.where("thread_id", "in", [...filter.ids]);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.graph_id !== undefined) query = query.where("graph_id", "=", filter.graph_id);
  if (filter.created_since !== undefined) query = query.where("created_at", ">=", filter.created_since);
  if (filter.created_until !== undefined) query = query.where("created_at", "<", filter.created_until);
  if (filter.updated_since !== undefined) query = query.where("updated_at", ">=", filter.updated_since);
  if (filter.updated_until !== undefined) query = query.where("updated_at", "<", filter.updated_until);
  if (filter.q !== undefined) query = query.where(hasWords(filter.q));
  if (filter.metadata !== undefined) query = query.where(contains(sql.ref("metadata"), "$", JsonObjectSchema.parse(filter.metadata)));
  // Last, for it reads states.
  if (filter.values !== undefined) query = query.where(hasValues(filter.values));
  return query;
}
