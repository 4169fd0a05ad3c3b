import type { Json, JsonObject } from "../schema/json";
import { readDeltaValues, unresolvedDeltas } from "./delta-channels";
import { storedToDisplayJson } from "./display";
import { readRow } from "./index-rows";
import type { Store } from "./open";
import { damaged, isInternalChannel, parseCheckpoint, parseMetadata } from "./raw-checkpoint";

type Place = { thread_id: string; checkpoint_ns: string };

/** Part of a state: the channels that hold something, and the values of those that were asked for, as display JSON. */
export type Slice = { names: string[]; values: JsonObject };

const FOUND = `SELECT checkpoint IS NOT NULL AND (type IS NULL OR type = 'json') FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

/** The `CASE` keeps SQLite from writing out again what nobody asked for. */
const CHANNELS = `
  SELECT channel.key AS name, CASE WHEN wanted.value IS NOT NULL THEN channel.type END AS type, CASE WHEN wanted.value IS NOT NULL THEN channel.value END AS value
  FROM checkpoints AS c, json_each(CAST(c.checkpoint AS TEXT), '$.channel_values') AS channel LEFT JOIN json_each(?) AS wanted ON wanted.value = channel.key
  WHERE c.thread_id = ? AND c.checkpoint_ns = ? AND c.checkpoint_id = ?`;

type Row = { name: string; type: string | null; value: string | number | null };

/** Whole states of workflows without named channels, and of functional entrypoints. */
const WHOLE_STATE = ["__root__", "__end__"];

function readRows(store: Store, place: Place, checkpointId: string, names: readonly string[]): Row[] {
  const key = [place.thread_id, place.checkpoint_ns, checkpointId];
  if (store.prepare(FOUND).pluck().get(key) !== 1) throw damaged(checkpointId, "state");
  try {
    // Keys of an object are text; values are text of JSON, numbers or null.
    return store.prepare(CHANNELS).all(JSON.stringify(names), ...key) as Row[];
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes("malformed JSON")) throw damaged(checkpointId, "state", cause);
    throw cause;
  }
}

function toValue({ type, value }: Row): Json {
  switch (type) {
    case "true":
      return true;
    case "false":
      return false;
    case "object":
    case "array":
      return storedToDisplayJson(JSON.parse(String(value)));
    default:
      return value;
  }
}

/** What LangGraph rebuilds from earlier checkpoints, of the channels that are asked for. */
function deltaValues(store: Store, place: Place, checkpointId: string, names: readonly string[]): JsonObject {
  const row = readRow(store, place, checkpointId);
  if (row === null || !String(row.metadata ?? "").includes("counters_since_delta_snapshot")) return {};
  const wanted = unresolvedDeltas(parseCheckpoint(row), parseMetadata(row)).filter((name) => names.includes(name));
  const revision: unknown = store
    .prepare(
      `SELECT r.revision FROM checkpoint_index AS i JOIN runs AS r ON r.run_id = i.run_id
       WHERE i.thread_id = ? AND i.checkpoint_ns = ? AND i.checkpoint_id = ?`,
    )
    .pluck()
    .get(place.thread_id, place.checkpoint_ns, checkpointId);
  return readDeltaValues(store, { ...place, checkpoint_id: checkpointId, revision: typeof revision === "string" ? revision : null }, wanted);
}

/**
 * The values of some channels at a checkpoint, without parsing the others: SQLite takes them out of the stored text. A
 * channel that holds nothing is left out. Throws `checkpoint_damaged` for a row that cannot be read. Synchronous.
 */
export function readSlice(store: Store, place: Place, checkpointId: string, names: readonly string[]): Slice {
  const rows = readRows(store, place, checkpointId, [...names, ...WHOLE_STATE]);
  const named = rows.filter(({ name }) => !isInternalChannel(name) && name !== "__root__");
  const whole = rows.find(({ name }) => name === "__root__") ?? rows.find(({ name }) => name === "__end__");
  if (named.length === 0 && whole !== undefined) {
    const value = toValue(whole);
    const state: JsonObject = typeof value === "object" && value !== null && !Array.isArray(value) ? value : { [whole.name]: value };
    return { names: Object.keys(state), values: Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name))) };
  }
  const values = Object.fromEntries(named.flatMap((row) => (row.type === null || !names.includes(row.name) ? [] : [[row.name, toValue(row)]])));
  const absent = names.filter((name) => !Object.hasOwn(values, name));
  const deltas = absent.length === 0 ? {} : deltaValues(store, place, checkpointId, absent);
  return { names: [...named.map(({ name }) => name), ...Object.keys(deltas)], values: { ...values, ...deltas } };
}

const LENGTHS = `
  SELECT name.value AS name, json_array_length(c.text, '$.channel_values."' || name.value || '"') AS length
  FROM (SELECT CAST(checkpoint AS TEXT) AS text FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?) AS c, json_each(?) AS name
  WHERE json_type(c.text, '$.channel_values."' || name.value || '"') = 'array'`;

/** Names that can stand in a path of SQLite's as they are. */
const PLAIN_NAME = /^[\p{L}\p{N}_ :.-]+$/u;

/**
 * How long the lists in some channels are, without taking them out of the stored text; what holds no list is left out.
 * Throws `checkpoint_damaged`. Synchronous.
 */
export function readLengths(store: Store, place: Place, checkpointId: string, names: readonly string[]): Map<string, number> {
  const plain = names.filter((name) => PLAIN_NAME.test(name));
  if (plain.length === 0) return new Map();
  try {
    // A name and an integer each.
    const rows = store.prepare(LENGTHS).all(place.thread_id, place.checkpoint_ns, checkpointId, JSON.stringify(plain)) as {
      name: string;
      length: number;
    }[];
    return new Map(rows.map(({ name, length }) => [name, length]));
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes("malformed JSON")) throw damaged(checkpointId, "state", cause);
    throw cause;
  }
}

/** True for a state that is one value: its channels cannot be told from the index. Throws `checkpoint_damaged`. Synchronous. */
export function isWholeState(store: Store, place: Place, checkpointId: string): boolean {
  const names = readRows(store, place, checkpointId, []).map(({ name }) => name);
  return names.some((name) => WHOLE_STATE.includes(name)) && !names.some((name) => !isInternalChannel(name) && name !== "__root__");
}

/** The stored text of some channels at a checkpoint, to tell whether two checkpoints differ in them. Throws `checkpoint_damaged`. Synchronous. */
export function readTexts(store: Store, place: Place, checkpointId: string, names: readonly string[]): Map<string, string> {
  return new Map(
    readRows(store, place, checkpointId, names).flatMap(({ name, type, value }) => (type === null ? [] : [[name, `${type} ${String(value)}`]])),
  );
}
