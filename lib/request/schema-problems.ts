import { Validator, type OutputUnit } from "@cfworker/json-schema";
import type { Json, JsonObject } from "../schema/json";
import { readSchema } from "./clean-schema";
import { cutText } from "./cut-json";
import { LONGEST_MATCHED } from "./safe-pattern";
import { isObject } from "./words";

/** Where a value does not fit its schema: `path` is a JSON pointer without the leading `#`, `""` for the value itself. */
export type SchemaProblem = { path: string; keyword: string; message: string };

/** Keywords that only say "something below failed": the entry below says it better. */
const WRAPPERS = new Set(["properties", "items", "prefixItems", "additionalProperties", "allOf", "$ref", "if", "patternProperties"]);
/** How many parts of the schema one check may go through: references can multiply them, and go round. */
const MOST_STEPS = 100_000;
const DEEPEST_VALUE = 200;
/** Comparing all items of a list with each other takes the square of its length. */
const LONGEST_LIST = 5000;

class TooMuchError extends Error {}

let stepsLeft = 0;

/** Lets every part of the schema count how often it is entered: the library reads this word of it each time. */
function counted(schema: Json): void {
  if (Array.isArray(schema)) schema.forEach(counted);
  if (!isObject(schema)) return;
  for (const [key, inner] of Object.entries(schema)) if (key !== "enum" && key !== "const" && key !== "default") counted(inner);
  Object.defineProperty(schema, "$recursiveRef", {
    get() {
      if (--stepsLeft < 0) throw new TooMuchError();
      return undefined;
    },
  });
}

/** By schema; with its patterns, and without them for values with texts that are too long to be matched. */
const validators = { matching: new WeakMap<JsonObject, Validator | null>(), plain: new WeakMap<JsonObject, Validator | null>() };

function validatorFor(schema: JsonObject, kind: keyof typeof validators): Validator | null {
  const known = validators[kind].get(schema);
  if (known !== undefined) return known;
  const validator = makeValidator(schema, kind === "matching");
  validators[kind].set(schema, validator);
  return validator;
}

function makeValidator(schema: JsonObject, patterns: boolean): Validator | null {
  const copy = readSchema(schema, { patterns }).schema;
  if (copy === null) return null;
  try {
    counted(copy);
    stepsLeft = MOST_STEPS;
    return new Validator(copy, "2020-12", false);
  } catch {
    return null;
  }
}

/** Which validator a value can be checked with in bounded time and depth; null where none can. */
function kindFor(value: Json | undefined): keyof typeof validators | null {
  let kind: keyof typeof validators = "matching";
  const open: { item: Json; depth: number }[] = value === undefined ? [] : [{ item: value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item, depth } = next;
    if (typeof item === "string" && item.length > LONGEST_MATCHED) kind = "plain";
    if (typeof item !== "object" || item === null) continue;
    if (depth > DEEPEST_VALUE || (Array.isArray(item) && item.length > LONGEST_LIST)) return null;
    for (const inner of Object.values(item)) open.push({ item: inner, depth: depth + 1 });
  }
  return kind;
}

function toProblem(unit: OutputUnit): SchemaProblem {
  const path = decodePointer(unit.instanceLocation.replace(/^#/, ""));
  return { path, keyword: unit.keyword, message: wordsFor(unit) };
}

function decodePointer(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const A_TYPE: Record<string, string> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

/** What the library says, as what to do about it; its own words where there are no better ones. */
function wordsFor({ keyword, error }: OutputUnit): string {
  const [, bound = ""] = /[<>] (\d+)\)/.exec(error) ?? [];
  switch (keyword) {
    case "type": {
      const expected = /Expected "(.*)"\.$/.exec(error)?.[1]?.split('", "') ?? [];
      return `must be ${expected.map((type) => A_TYPE[type] ?? type).join(" or ")}`;
    }
    case "required":
      return `${/"[^"]*"/.exec(error)?.[0] ?? "a property"} is required`;
    case "enum":
      return `must be one of ${cutText(/any of \[(.*)\]\.$/s.exec(error)?.[1] ?? "the allowed values", 200)}`;
    case "const":
      return `must be ${cutText(/match (.*)\.$/s.exec(error)?.[1] ?? "the value that is asked for", 200)}`;
    case "minLength":
      return bound === "1" ? "must not be empty" : `must have at least ${bound} characters`;
    case "maxLength":
      return `must have at most ${bound} characters`;
    case "minItems":
      return `must have at least ${bound} items`;
    case "maxItems":
      return `must have at most ${bound} items`;
    case "minimum":
      return `must be at least ${/than +(\S+)\.$/.exec(error)?.[1] ?? "the least value"}`;
    case "maximum":
      return `must be at most ${/than +(\S+)\.$/.exec(error)?.[1] ?? "the greatest value"}`;
    case "exclusiveMinimum":
      return `must be more than ${/than +(\S+)\.$/.exec(error)?.[1] ?? "the least value"}`;
    case "exclusiveMaximum":
      return `must be less than ${/to +(\S+)\.$/.exec(error)?.[1] ?? "the greatest value"}`;
    case "multipleOf":
      return `must be a multiple of ${/of +(\S+)\.$/.exec(error)?.[1] ?? "the step"}`;
    case "pattern":
      return "does not have the form that is asked for";
    case "format":
      return `must be a valid ${/"(.*)"/.exec(error)?.[1] ?? "value"}`;
    case "anyOf":
    case "oneOf":
      return "fits none of the forms that it may have";
    case "false":
      return "is not expected here";
    default:
      return error;
  }
}

/** Of a value that may have several forms: what is wrong inside of each is left out where the forms differ in type. */
function mostPrecise(units: SchemaProblem[]): SchemaProblem[] {
  const precise = units.filter(({ keyword }) => !WRAPPERS.has(keyword));
  return precise.length > 0 ? precise : units;
}

/**
 * Checks a value against a JSON schema, by interpretation: compiled validators need `eval`, which the
 * Content-Security-Policy forbids. In bounded time: a schema that cannot be read, and a check that would take too long,
 * count as fitting.
 */
export function findSchemaProblems(schema: JsonObject, value: Json | undefined): SchemaProblem[] {
  const kind = kindFor(value);
  const validator = kind === null ? null : validatorFor(schema, kind);
  if (validator === null) return [];
  try {
    stepsLeft = MOST_STEPS;
    const result = validator.validate(value);
    return result.valid ? [] : mostPrecise(result.errors.map(toProblem));
  } catch {
    return [];
  }
}

/** A check with the schema comes to an end; one that refers to itself in place does not. */
export function comesToAnEnd(schema: JsonObject): boolean {
  const validator = validatorFor(schema, "matching");
  if (validator === null) return false;
  try {
    stepsLeft = MOST_STEPS;
    validator.validate(null);
    return true;
  } catch {
    return false;
  }
}
