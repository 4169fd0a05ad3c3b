import type { Json } from "../schema/json";
import { diffItems } from "./diff";
import { isJsonObject, jsonEqual } from "./diff-equal";

/** A difference inside a value: the smallest parts that differ. */
export type LeafChange = {
  /** Property names and list indexes from the outside in; empty for the value itself. */
  path: (string | number)[];
  kind: "added" | "removed" | "changed" | "moved";
  before?: Json;
  after?: Json;
};

/**
 * The smallest parts in which two values differ, in reading order, and whether there are more than `limit`.
 * Objects are compared property by property and lists item by item; anything else is a change as a whole.
 */
export function diffJson(before: Json, after: Json, limit = 200): { changes: LeafChange[]; more: boolean } {
  const changes: LeafChange[] = [];
  const visit = (path: (string | number)[], old: Json, now: Json): void => {
    if (changes.length > limit || jsonEqual(old, now)) return;
    if (isJsonObject(old) && isJsonObject(now)) {
      for (const key of Object.keys(now)) {
        if (!Object.hasOwn(old, key)) changes.push({ path: [...path, key], kind: "added", after: now[key] ?? null });
        else visit([...path, key], old[key] ?? null, now[key] ?? null);
      }
      for (const key of Object.keys(old)) {
        if (!Object.hasOwn(now, key)) changes.push({ path: [...path, key], kind: "removed", before: old[key] ?? null });
      }
    } else if (Array.isArray(old) && Array.isArray(now)) {
      for (const item of diffItems(old, now)) {
        const itemPath = [...path, item.index];
        if (item.kind === "changed") visit(itemPath, item.before ?? null, item.after ?? null);
        else if (item.kind === "added") changes.push({ path: itemPath, kind: "added", after: item.after ?? null });
        else changes.push({ path: itemPath, kind: item.kind, before: item.before ?? null });
      }
    } else changes.push({ path, kind: "changed", before: old, after: now });
  };
  visit([], before, after);
  return { changes: changes.slice(0, limit), more: changes.length > limit };
}
