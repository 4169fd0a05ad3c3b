import "server-only";
import type { Json, JsonObject } from "../schema/json";
import { SPECIAL_TYPE_KEY } from "../schema/special-types";

/** What `JSON.stringify` would have left out, or written otherwise, of a value that is shown as `{"$type": …}`. */
function plainSpecial(value: JsonObject): Json | undefined {
  switch (value[SPECIAL_TYPE_KEY]) {
    case "undefined":
    case "function":
      return undefined;
    case "NaN":
    case "Infinity":
    case "-Infinity":
      return null;
    case "Date":
      return value.value ?? null;
    case "instance":
      return value.value === undefined ? undefined : plain(value.value);
    default:
      return plainObject(value);
  }
}

function plainObject(value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const inner = plain(item);
    return inner === undefined ? [] : [[key, inner]];
  });
  return Object.fromEntries(entries);
}

function plain(value: Json): Json | undefined {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  return SPECIAL_TYPE_KEY in value ? plainSpecial(value) : plainObject(value);
}

function hasSpecial(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasSpecial);
  return SPECIAL_TYPE_KEY in value || Object.values(value).some(hasSpecial);
}

/**
 * A value as clients of the Agent Server API know it: `undefined` is absent, a Date is its text, a class instance a plain
 * object, as `JSON.stringify` makes them. A Map, a Set and bytes, of which it makes nothing useful, keep their `$type`.
 */
export function toPlainJson(value: Json): Json {
  return hasSpecial(value) ? (plain(value) ?? null) : value;
}

/** `toPlainJson` for the values of channels. */
export function toPlainObject(values: JsonObject): JsonObject {
  return hasSpecial(values) ? plainObject(values) : values;
}

/** `toPlainJson` for JSON text; text that needs no change is not parsed. */
export function toPlainText(text: string): string {
  if (!text.includes(`"${SPECIAL_TYPE_KEY}":`)) return text;
  return JSON.stringify(toPlainJson(JSON.parse(text) as Json));
}
