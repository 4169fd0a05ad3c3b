import type { Json, JsonObject } from "../schema/json";
import { SPECIAL_TYPE_KEY } from "../schema/special-types";
import { storedToDisplayJson } from "./display";
import type { Store } from "./open";
import { isInternalChannel, type RawCheckpoint, type RawMetadata } from "./raw-checkpoint";

type Place = { thread_id: string; checkpoint_ns: string; checkpoint_id: string };

/** What LangGraph rebuilds a delta channel from: its newest snapshot on the way back, and what was written since. */
export type DeltaHistory = { seed: Json | undefined; writes: Json[]; isDamaged: boolean };

/** Deltas beyond this many ancestors are not looked for: LangGraph saves a snapshot after 5,000 supersteps at the latest. */
const MAX_BACK = 20_000;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Channels of a checkpoint that hold something although nothing is stored for them: what was written since is. */
export function unresolvedDeltas(checkpoint: RawCheckpoint, metadata: RawMetadata): string[] {
  const counters: unknown = metadata["counters_since_delta_snapshot"];
  if (typeof counters !== "object" || counters === null) return [];
  return Object.keys(counters).filter((channel) => !isInternalChannel(channel) && !Object.hasOwn(checkpoint.channel_values, channel));
}

const ANCESTOR = `
  SELECT parent_checkpoint_id, json_valid(text) AS valid, CASE WHEN json_valid(text) THEN json_extract(text, '$.channel_values') END AS found
  FROM (SELECT parent_checkpoint_id, CAST(checkpoint AS TEXT) AS text FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?)`;

type Ancestor = { parent_checkpoint_id: string | null; valid: number; found: string | null };

/** In the order in which LangGraph's saver reads them. */
const WRITES = `SELECT channel, CAST(value AS TEXT) AS text FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? ORDER BY task_id, idx`;

function parentOf(store: Store, place: Place): string | null {
  const parent: unknown = store
    .prepare(`SELECT parent_checkpoint_id FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
    .pluck()
    .get(place.thread_id, place.checkpoint_ns, place.checkpoint_id);
  return typeof parent === "string" ? parent : null;
}

/** Walks back from a checkpoint to the newest snapshot of each channel, and collects what was written since. Synchronous. */
export function readDeltas(store: Store, place: Place, channels: readonly string[]): Map<string, DeltaHistory> {
  const histories = new Map<string, DeltaHistory>(channels.map((channel) => [channel, { seed: undefined, writes: [], isDamaged: false }]));
  const remaining = new Set(channels);
  const { thread_id, checkpoint_ns } = place;
  let id = channels.length === 0 ? null : parentOf(store, place);
  for (let back = 0; id !== null && remaining.size > 0 && back < MAX_BACK; back += 1) {
    // Exactly the columns of the two queries.
    const ancestor = store.prepare(ANCESTOR).get(thread_id, checkpoint_ns, id) as Ancestor | undefined;
    // Pruned, and so not needed: the way ends here for LangGraph too.
    if (ancestor === undefined) break;
    const written = store.prepare(WRITES).all(thread_id, checkpoint_ns, id) as { channel: string; text: string | null }[];
    const values = ancestor.found === null ? {} : (JSON.parse(ancestor.found) as Record<string, unknown>);
    for (const [channel, history] of histories) {
      if (!remaining.has(channel)) continue;
      history.writes.unshift(...written.flatMap((write) => (write.channel === channel ? readWrite(write.text, history) : [])));
      if (ancestor.valid !== 1) history.isDamaged = true;
      if (history.isDamaged) remaining.delete(channel);
      if (!Object.hasOwn(values, channel)) continue;
      history.seed = storedToDisplayJson(values[channel]);
      remaining.delete(channel);
    }
    id = ancestor.parent_checkpoint_id;
  }
  return histories;
}

function readWrite(text: string | null, history: DeltaHistory): Json[] {
  try {
    return [storedToDisplayJson(JSON.parse(text ?? ""))];
  } catch {
    history.isDamaged = true;
    return [];
  }
}

/** The value of an `Overwrite`, which replaces what was before it. */
function overwriteOf(write: Json): { value: Json } | null {
  if (!isObject(write)) return null;
  if ("__overwrite__" in write) return { value: write["__overwrite__"] ?? null };
  return write["type"] === "__overwrite__" && "value" in write ? { value: write["value"] ?? null } : null;
}

const ROLES: Readonly<Record<string, string>> = { user: "human", human: "human", assistant: "ai", ai: "ai", system: "system", tool: "tool" };

/** A message that was written in its short form, as a person reads the others. */
function toMessage(item: Json): Json {
  if (typeof item === "string") return { type: "human", content: item };
  if (!isObject(item) || typeof item["role"] !== "string") return item;
  const { role, ...rest } = item;
  return { type: ROLES[item["role"]] ?? role ?? "human", ...rest };
}

const REMOVE_ALL = "__remove_all__";

/** LangGraph's delta reducer for messages: by id, with removals. */
export function foldMessages({ seed, writes }: Pick<DeltaHistory, "seed" | "writes">): Json[] {
  const start = writes.findLastIndex((write) => overwriteOf(write) !== null);
  const overwritten = start === -1 ? null : overwriteOf(writes[start] ?? null);
  const base = overwritten === null ? seed : overwritten.value;
  const result: (Json | null)[] = Array.isArray(base) ? base.map(toMessage) : [];
  const idOf = (message: Json | null) => (message !== null && isObject(message) && typeof message["id"] === "string" ? message["id"] : null);
  const places = new Map<string, number>();
  result.forEach((message, index) => places.set(idOf(message) ?? "", index));
  places.delete("");
  for (const message of writes
    .slice(start + 1)
    .flat()
    .map(toMessage)) {
    const id = idOf(message);
    const isRemoval = isObject(message) && message["type"] === "remove";
    const place = id === null ? undefined : places.get(id);
    if (isRemoval && id === REMOVE_ALL) {
      result.length = 0;
      places.clear();
    } else if (isRemoval) {
      if (place !== undefined) result[place] = null;
      if (id !== null) places.delete(id);
    } else if (place !== undefined) result[place] = message;
    else {
      if (id !== null) places.set(id, result.length);
      result.push(message);
    }
  }
  return result.filter((message) => message !== null);
}

/** Stands for a value that only the workflow's own reducer can make of its snapshot and the writes since. */
function unfolded({ seed, writes, isDamaged }: DeltaHistory): Json {
  return { [SPECIAL_TYPE_KEY]: "delta", value: seed ?? null, values: writes, ...(isDamaged ? { damaged: true } : {}) };
}

/** True for the stand-in of a delta channel's value that the workflow's own reducer has yet to make. */
export function isUnfoldedDelta(value: Json | undefined): boolean {
  return isObject(value) && value[SPECIAL_TYPE_KEY] === "delta" && value["damaged"] !== true;
}

const MESSAGE_CHANNELS = `
  SELECT json_extract(channel.value, '$.name') FROM revisions, json_each(description, '$.channels') AS channel
  WHERE revision = ? AND graph_id = (SELECT graph_id FROM threads WHERE thread_id = ?) AND json_extract(channel.value, '$.reducer.kind') = 'messages'`;

/**
 * The values of a checkpoint's delta channels. Those of messages are rebuilt here as LangGraph does it; another one is
 * `{"$type": "delta", value, values}` with its snapshot and the writes since, to be folded by the workflow's own reducer.
 */
export function readDeltaValues(store: Store, place: Place & { revision: string | null }, channels: readonly string[]): JsonObject {
  if (channels.length === 0) return {};
  const ofMessages: unknown[] =
    place.revision === null || place.checkpoint_ns !== "" ? [] : store.prepare(MESSAGE_CHANNELS).pluck().all(place.revision, place.thread_id);
  const histories = readDeltas(store, place, channels);
  return Object.fromEntries(
    [...histories].map(([channel, history]) => [
      channel,
      !history.isDamaged && ofMessages.includes(channel) ? foldMessages(history) : unfolded(history),
    ]),
  );
}
