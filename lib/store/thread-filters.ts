import { JsonSchema, type Json } from "../schema/json";
import type { Store } from "./open";

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

/** True when the thread's latest state contains `wanted`. SQLite takes out the channels that are asked for, so that big states are not parsed here. */
export function matchesLatestValues(store: Store, threadId: string, wanted: { [key: string]: Json }): boolean {
  const pick = store.prepare(`
    SELECT channel.value AS value, channel.type AS type
    FROM (SELECT checkpoint FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = '' ORDER BY checkpoint_id DESC LIMIT 1) AS latest,
      json_each(CAST(latest.checkpoint AS TEXT), '$.channel_values') AS channel
    WHERE channel.key = ?`);
  return Object.entries(wanted).every(([channel, item]) => {
    const row: unknown = pick.get(threadId, channel);
    if (typeof row !== "object" || row === null || !("value" in row) || !("type" in row)) return false;
    if (row.type === "object" || row.type === "array") return matchesJson(JsonSchema.parse(JSON.parse(String(row.value))), item);
    if (row.type === "true" || row.type === "false") return item === (row.type === "true");
    return item === row.value;
  });
}
