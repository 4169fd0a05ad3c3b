import type { ChannelChange, ItemChange } from "../schema/checkpoint";
import type { Json, JsonObject } from "../schema/json";
import { alignKeys, longestIncreasing, type Match } from "./diff-align";
import { isJsonObject, jsonEqual, stableText } from "./diff-equal";

export type ValueChange = Omit<ChannelChange, "writers">;

/**
 * What differs between the state channels of two checkpoints. Lists are compared item by item: messages and
 * objects by their id, everything else by content and place; near linear in the size of both states.
 * Channels come in the order of `after`, removed ones last.
 */
export function diffValues(before: JsonObject, after: JsonObject): { changes: ValueChange[]; unchanged: string[] } {
  const changes: ValueChange[] = [];
  const unchanged: string[] = [];
  for (const [channel, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, channel)) {
      changes.push({ channel, kind: "added", after: value, items: Array.isArray(value) ? diffItems([], value) : null });
      continue;
    }
    const old = before[channel] ?? null;
    if (jsonEqual(old, value)) unchanged.push(channel);
    else changes.push({ channel, kind: "changed", before: old, after: value, items: diffIfLists(old, value) });
  }
  for (const [channel, value] of Object.entries(before)) {
    if (Object.hasOwn(after, channel)) continue;
    changes.push({ channel, kind: "removed", before: value, items: Array.isArray(value) ? diffItems(value, []) : null });
  }
  return { changes, unchanged };
}

function diffIfLists(before: Json, after: Json): ItemChange[] | null {
  return Array.isArray(before) && Array.isArray(after) ? diffItems(before, after) : null;
}

/**
 * What differs between two lists, in reading order. Items with ids that are unique in both lists are followed by id;
 * in all other lists equal items are aligned and what stands between them is paired by place.
 */
export function diffItems(before: readonly Json[], after: readonly Json[]): ItemChange[] {
  const beforeKeys = uniqueKeys(before);
  const afterKeys = uniqueKeys(after);
  if (beforeKeys !== null && afterKeys !== null) return diffKeyed(before, after, beforeKeys, afterKeys);
  return diffByPlace(before, after);
}

/**
 * The identity of a list item, or null when it has none: `id` of an object or message, also in the two forms
 * in which LangChain serialises messages (`{type, data}` and `{lc, kwargs}`).
 */
function itemKey(item: Json): string | null {
  if (!isJsonObject(item)) return null;
  for (const holder of [item, item["data"], item["kwargs"]]) {
    if (!isJsonObject(holder)) continue;
    const id = holder["id"];
    if ((typeof id === "string" && id !== "") || typeof id === "number") return String(id);
  }
  return null;
}

function uniqueKeys(items: readonly Json[]): string[] | null {
  const keys: string[] = [];
  for (const item of items) {
    const key = itemKey(item);
    if (key === null) return null;
    keys.push(key);
  }
  return new Set(keys).size === keys.length ? keys : null;
}

/**
 * For each item of `after` the place of the same item in `before`, or -1 when it was added or changed; follows items as
 * `diffItems` does.
 */
export function matchItems(before: readonly Json[], after: readonly Json[]): number[] {
  const places = after.map(() => -1);
  const beforeKeys = uniqueKeys(before);
  const afterKeys = uniqueKeys(after);
  if (beforeKeys === null || afterKeys === null) {
    for (const match of alignKeys(before.map(stableText), after.map(stableText))) places[match.after] = match.before;
    return places;
  }
  const known = new Map(beforeKeys.map((key, index) => [key, index]));
  after.forEach((item, index) => {
    const place = known.get(afterKeys[index] ?? "");
    if (place !== undefined && jsonEqual(before[place], item)) places[index] = place;
  });
  return places;
}

function diffKeyed(before: readonly Json[], after: readonly Json[], beforeKeys: string[], afterKeys: string[]): ItemChange[] {
  const beforePlace = new Map(beforeKeys.map((key, index) => [key, index]));
  const kept: Match[] = [];
  afterKeys.forEach((key, index) => {
    const place = beforePlace.get(key);
    if (place !== undefined) kept.push({ before: place, after: index });
  });
  const keptBefore = new Set(kept.map((match) => match.before));
  const steady = longestIncreasing(kept.map((match) => match.before)).flatMap((index) => kept[index] ?? []);
  const steadyAfter = new Map(steady.map((match) => [match.after, match.before]));

  const changes: ItemChange[] = [];
  let next = 0;
  const flushRemoved = (until: number) => {
    for (; next < until; next++) {
      if (!keptBefore.has(next)) changes.push({ kind: "removed", key: beforeKeys[next] ?? "", index: next, before: before[next] ?? null });
    }
  };
  after.forEach((item, index) => {
    const key = afterKeys[index] ?? "";
    const anchor = steadyAfter.get(index);
    if (anchor !== undefined) flushRemoved(anchor);
    const place = beforePlace.get(key);
    if (place === undefined) changes.push({ kind: "added", key, index, after: item });
    else if (!jsonEqual(before[place], item)) changes.push({ kind: "changed", key, index, before: before[place] ?? null, after: item });
    else if (anchor === undefined) changes.push({ kind: "moved", key, index, before: item, after: item });
  });
  flushRemoved(before.length);
  return changes;
}

function diffByPlace(before: readonly Json[], after: readonly Json[]): ItemChange[] {
  const matches = alignKeys(before.map(stableText), after.map(stableText));
  const changes: ItemChange[] = [];
  let beforeAt = 0;
  let afterAt = 0;
  for (const match of [...matches, { before: before.length, after: after.length }]) {
    while (beforeAt < match.before || afterAt < match.after) {
      const old = before[beforeAt] ?? null;
      const item = after[afterAt] ?? null;
      if (afterAt >= match.after) {
        changes.push({ kind: "removed", key: String(beforeAt), index: beforeAt, before: old });
        beforeAt++;
      } else if (beforeAt >= match.before) {
        changes.push({ kind: "added", key: String(afterAt), index: afterAt, after: item });
        afterAt++;
      } else {
        changes.push({ kind: "changed", key: String(afterAt), index: afterAt, before: old, after: item });
        beforeAt++;
        afterAt++;
      }
    }
    beforeAt = match.before + 1;
    afterAt = match.after + 1;
  }
  return changes;
}
