import type { Json, JsonObject } from "../schema/json";
import { cutJson } from "./cut-json";
import { leavesOf, type RequestField } from "./fields";
import { sameJson } from "./json-equal";
import { findSchemaProblems } from "./schema-problems";

/**
 * What was typed, by the path of its field; fields that nobody touched are missing. As text: a text itself, a number as it is
 * typed, `true` or `false`, the place of a choice among its options, JSON for lists and all else. `""` empties a field.
 */
export type Edits = Readonly<Record<string, string>>;

/** What a field shows that nobody has touched. */
export function startText(field: RequestField): string {
  const { start } = field;
  if (start === undefined || (start === null && field.nullable)) return "";
  switch (field.kind) {
    case "text":
    case "long_text":
    case "date":
    case "date_time":
      return typeof start === "string" ? start : "";
    case "number":
    case "integer":
    case "boolean":
      return cutJson(start, 100);
    case "choice":
      return String(field.options.indexOf(start));
    default:
      return jsonText(start);
  }
}

/** Indented JSON; of a value that is too deep for that, its beginning. */
export function jsonText(value: Json): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return cutJson(value, 10_000);
  }
}

type Read = { value: Json | undefined; problem: string | null };
const read = (value: Json | undefined): Read => ({ value, problem: null });
const fault = (problem: string): Read => ({ value: undefined, problem });

function emptied(field: RequestField): Read {
  // A text that was there and is emptied is an empty text.
  const isText = field.kind === "text" || field.kind === "long_text";
  if (isText && typeof field.start === "string" && !field.nullable) return read("");
  if (field.nullable && (field.required || field.start !== undefined)) return read(null);
  return field.required ? fault("is required") : read(undefined);
}

function readTyped(field: RequestField, typed: string): Read {
  const text = typed.trim();
  if (text === "") return emptied(field);
  switch (field.kind) {
    case "text":
    case "long_text":
      return read(typed);
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? read(text) : fault("must be a date");
    case "date_time":
      return Number.isNaN(Date.parse(text)) ? fault("must be a date with a time") : read(text);
    case "number":
    case "integer": {
      const number = Number(text);
      if (!Number.isFinite(number)) return fault("must be a number");
      return field.kind === "integer" && !Number.isInteger(number) ? fault("must be a whole number") : read(number);
    }
    case "boolean":
      return text === "true" || text === "false" ? read(text === "true") : fault("must be true or false");
    case "choice": {
      const option = field.options[Number(text)];
      return option === undefined ? fault("is not one of the options") : read(option);
    }
    default:
      return readJson(text);
  }
}

function readJson(text: string): Read {
  try {
    return read(JSON.parse(text) as Json);
  } catch (error) {
    return fault(`is no JSON: ${error instanceof Error ? error.message : "it cannot be read"}`);
  }
}

/** The value with what was typed, and what is wrong, by the path of the field. `value` is undefined where nothing is left. */
export function applyEdits(field: RequestField, edits: Edits): { value: Json | undefined; problems: ReadonlyMap<string, string> } {
  const problems = new Map<string, string>();
  const visit = (one: RequestField): Json | undefined => {
    if (one.kind === "group") {
      const inner = one.fields.flatMap((each): [string, Json][] => {
        const value = visit(each);
        return value === undefined ? [] : [[each.name, value]];
      });
      // A group that nobody began is left out.
      if (inner.length === 0 && !one.required && one.start === undefined) {
        for (const leaf of leavesOf(one)) problems.delete(leaf.path);
        return undefined;
      }
      return Object.fromEntries(inner);
    }
    const typed = edits[one.path];
    if (typed === undefined && one.start !== undefined) return one.start;
    const { value, problem } = readTyped(one, typed ?? "");
    if (problem !== null) problems.set(one.path, problem);
    return value;
  };
  return { value: visit(field), problems };
}

/** The field that a problem at a path of the value belongs to: its own, or the nearest around it. */
export function fieldAt(root: RequestField, path: string): RequestField {
  const inner = root.fields.find((field) => path === field.path || path.startsWith(`${field.path}/`));
  return inner === undefined ? root : fieldAt(inner, path);
}

/** A value as it was edited, whether it is another than before, and what is wrong with it, by the path of the field. */
export type Edited = { value: Json; isChanged: boolean; problems: ReadonlyMap<string, string> };

/** What became of a value by what was typed; checked against its schema where there is one. */
export function readEdited(root: RequestField, schema: JsonObject | null, edits: Edits): Edited {
  const { value, problems } = applyEdits(root, edits);
  const isChanged = problems.size > 0 || root.start === undefined || value === undefined || !sameJson(value, root.start);
  if (schema === null || value === undefined) return { value: value ?? null, isChanged, problems };
  const found = new Map(problems);
  for (const problem of findSchemaProblems(schema, value)) {
    const missing = problem.keyword === "required" ? /^"([^"]*)"/.exec(problem.message)?.[1] : undefined;
    const path = missing === undefined ? problem.path : `${problem.path}/${missing.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const field = fieldAt(root, path);
    // What cannot be read yet is missing from the value: what that makes of the objects around it says nothing new.
    if (problems.size > 0 && field.kind === "group") continue;
    const words = missing !== undefined && field.path === path ? "is required" : problem.message;
    if (!found.has(field.path)) found.set(field.path, words);
  }
  return { value, isChanged, problems: found };
}
