import type { Json, JsonObject } from "../schema/json";
import { isSafePattern } from "./safe-pattern";
import { isObject } from "./words";

/** Bounds on a schema that comes with a request: nobody writes larger ones by hand. */
const DEEPEST = 40;
const MOST_PARTS = 5000;
const LONGEST_LIST = 20_000;

const TYPES = new Set<Json>(["string", "number", "integer", "boolean", "object", "array", "null"]);
const SCHEMA = new Set([
  "additionalProperties",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedProperties",
  "unevaluatedItems",
]);
const SCHEMAS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const NAMED = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);
const NUMBERS = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
]);
/** Kept as they are. All other words are left out: they have no say in what fits. */
const WORDS = new Set(["title", "description", "default", "const", "format", "$anchor"]);

class SchemaProblemError extends Error {}

export type ReadSchema = { schema: JsonObject; problem: null } | { schema: null; problem: string };

/**
 * A schema that is safe to walk and to check with: a copy of what has a say, of bounded size, whose references stay inside
 * of it. Else why it cannot be used. Patterns that do not compile or may take for ever are left out; all with `patterns`
 * false. Never throws.
 */
export function readSchema(given: Json, { patterns = true } = {}): ReadSchema {
  const references: string[] = [];
  let parts = 0;

  function list(value: Json, at: string): Json[] {
    if (!Array.isArray(value)) throw new SchemaProblemError(`${at} must be a list`);
    if (value.length > LONGEST_LIST) throw new SchemaProblemError(`${at} has more than ${LONGEST_LIST.toLocaleString("en")} items`);
    return value;
  }

  function named(value: Json, at: string, depth: number): JsonObject {
    if (!isObject(value)) throw new SchemaProblemError(`${at} must be an object`);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, part(inner, `${at}/${name}`, depth)]));
  }

  function keyword(key: string, value: Json, at: string, depth: number): Json | undefined {
    if (SCHEMA.has(key)) return part(value, at, depth);
    if (SCHEMAS.has(key)) return list(value, at).map((inner, place) => part(inner, `${at}/${place}`, depth));
    if (NAMED.has(key)) return named(value, at, depth);
    if (key === "items") return Array.isArray(value) ? undefined : part(value, at, depth);
    if (key === "patternProperties") {
      return Object.fromEntries(Object.entries(named(value, at, depth)).filter(([pattern]) => patterns && isSafePattern(pattern)));
    }
    if (NUMBERS.has(key)) return typeof value === "number" ? value : undefined;
    if (WORDS.has(key)) return value;
    if (key === "enum") return list(value, at);
    if (key === "required") {
      if (!list(value, at).every((name) => typeof name === "string")) throw new SchemaProblemError(`${at} must be a list of names`);
      return value;
    }
    if (key === "type") {
      const types = Array.isArray(value) ? value : [value];
      if (types.length === 0 || !types.every((type) => TYPES.has(type))) throw new SchemaProblemError(`${at} is no type`);
      return value;
    }
    if (key === "pattern") return patterns && typeof value === "string" && isSafePattern(value) ? value : undefined;
    if (key === "uniqueItems") return value === true ? true : undefined;
    if (key === "$ref") {
      if (typeof value !== "string") throw new SchemaProblemError(`${at} must be a text`);
      references.push(value);
      return value;
    }
    if (key === "$dynamicRef" || key === "$recursiveRef") throw new SchemaProblemError(`${at} is not understood`);
    return undefined;
  }

  function part(value: Json, at: string, depth: number): Json {
    if (typeof value === "boolean") return value;
    if (!isObject(value)) throw new SchemaProblemError(`${at === "" ? "it" : at} must be an object`);
    if (depth > DEEPEST) throw new SchemaProblemError("it is nested too deeply");
    if (++parts > MOST_PARTS) throw new SchemaProblemError("it is too large");
    const kept: [string, Json][] = [];
    for (const [key, inner] of Object.entries(value)) {
      const clean = keyword(key, inner, `${at}/${key}`, depth + 1);
      if (clean !== undefined) kept.push([key, clean]);
    }
    // A list of `items` is how older drafts write `prefixItems`, with `additionalItems` for the others.
    if (Array.isArray(value.items) && value.prefixItems === undefined) {
      kept.push(["prefixItems", value.items.map((inner, place) => part(inner, `${at}/items/${place}`, depth + 1))]);
      if (value.additionalItems !== undefined) kept.push(["items", part(value.additionalItems, `${at}/additionalItems`, depth + 1)]);
    }
    return Object.fromEntries(kept);
  }

  try {
    const schema = part(given, "", 0);
    if (!isObject(schema)) return { schema: {}, problem: null };
    for (const reference of references) checkReference(schema, reference);
    return { schema, problem: null };
  } catch (error) {
    if (!(error instanceof SchemaProblemError)) throw error;
    return { schema: null, problem: `The schema for the answer cannot be used: ${error.message}.` };
  }
}

function checkReference(root: JsonObject, reference: string): void {
  if (!reference.startsWith("#")) throw new SchemaProblemError(`it refers to ${reference.slice(0, 200)}, which is not fetched`);
  if (resolveReference(root, reference) === null) throw new SchemaProblemError(`it refers to ${reference.slice(0, 200)}, which is not in it`);
}

/** The part of a cleaned schema that `#/…` or `#anchor` names; null where there is none. */
export function resolveReference(root: JsonObject, reference: string): JsonObject | null {
  const fragment = decode(reference.slice(1));
  if (fragment === "") return root;
  if (!fragment.startsWith("/")) return findAnchor(root, fragment);
  let at: Json | undefined = root;
  for (const step of fragment.slice(1).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return null;
  }
  if (at === true) return {};
  return isObject(at) ? at : null;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Anchors stand in `$defs` in practice; only there they are looked for. */
function findAnchor(root: JsonObject, name: string): JsonObject | null {
  const definitions = [root.$defs, root.definitions].filter(isObject).flatMap((named) => Object.values(named));
  return definitions.filter(isObject).find((part) => part.$anchor === name) ?? null;
}
