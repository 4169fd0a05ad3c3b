import { isJsonObject } from "@/lib/graph/diff-equal";
import type { Json, JsonObject } from "@/lib/schema/json";
import { SPECIAL_TYPE_KEY, SPECIAL_TYPES, type SpecialType } from "@/lib/schema/special-types";

export type SpecialValue = {
  type: SpecialType;
  /** In one line, e.g. `Date 2026-11-30T12:00:00Z` or `Map with 3 entries`. */
  summary: string;
  /** What can be opened below it; undefined when there is nothing more. */
  inner?: Json;
};

function isSpecialType(type: Json | undefined): type is SpecialType {
  return typeof type === "string" && (SPECIAL_TYPES as readonly string[]).includes(type);
}

/** Reads the stand-in for a value that JSON has no word for, or null for ordinary JSON. */
export function readSpecial(value: Json): SpecialValue | null {
  if (!isJsonObject(value)) return null;
  const type = value[SPECIAL_TYPE_KEY];
  if (!isSpecialType(type)) return null;
  return describe(type, value);
}

function describe(type: SpecialType, record: JsonObject): SpecialValue {
  const value = record["value"] ?? null;
  switch (type) {
    case "Map":
      return container(type, record["entries"], "entry", "entries");
    case "Set":
      return container(type, record["values"], "value", "values");
    case "instance": {
      const name = typeof record["name"] === "string" ? record["name"] : "object";
      return { type, summary: `instance of ${name}`, inner: value };
    }
    case "delta":
      return describeDelta(value, record["values"], record["damaged"] === true);
    case "undefined":
    case "function":
    case "NaN":
    case "Infinity":
    case "-Infinity":
      return { type, summary: type };
    case "circular":
      return { type, summary: "reference to an object that contains it" };
    case "BigInt":
      return { type, summary: `${JSON.stringify(value).replaceAll('"', "")}n` };
    case "RegExp":
      return { type, summary: typeof value === "string" ? value : "RegExp" };
    case "Date":
      return { type, summary: `Date ${typeof value === "string" ? value : ""}`.trim() };
    case "Uint8Array":
    case "Error": {
      const short = typeof value === "string" && value.length <= 200;
      return short ? { type, summary: `${type} ${value}` } : { type, summary: type, ...(value === null ? {} : { inner: value }) };
    }
  }
}

function container(type: SpecialType, items: Json | undefined, one: string, many: string): SpecialValue {
  const list = Array.isArray(items) ? items : [];
  return { type, summary: `${type} with ${list.length} ${list.length === 1 ? one : many}`, inner: list };
}

/** A delta channel whose value the workflow's own reducer has not made. */
function describeDelta(snapshot: Json, writes: Json | undefined, isDamaged: boolean): SpecialValue {
  const list = Array.isArray(writes) ? writes : [];
  const count = `${list.length} ${list.length === 1 ? "write" : "writes"} since the last snapshot`;
  const why = isDamaged ? "an earlier checkpoint is damaged" : "the workflow has to load to show what they make";
  return { type: "delta", summary: `${count}: ${why}`, inner: { snapshot, writes: list } };
}
