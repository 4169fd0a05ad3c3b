import type { Json, JsonObject } from "../schema/json";
import type { SourceChannel } from "../schema/source";
import { toTypeLabel } from "./type-label";

const MESSAGES: Json[] = [
  [{ role: "user", content: "Where is my order?", id: "1" }],
  [{ role: "assistant", content: "It is on its way.", id: "2" }],
  [{ role: "user", content: "Where is order 123?", id: "1" }],
];

/** Updates to try a channel's reducer with, as its type and reducer suggest. `schema`: JSON schema of its value, where it is known. */
export function sampleUpdates({ type, reducer }: Pick<SourceChannel, "type" | "reducer">, schema: JsonObject | null = null): Json[] {
  if (reducer?.kind === "messages") return MESSAGES;
  const label = type === null ? "" : toTypeLabel(type);
  if (/BaseMessage(Like)?\[\]$/.test(label)) return MESSAGES;
  const [first, second] = schema === null ? [] : [sampleOf(schema, 0), sampleOf(schema, 1)];
  if (first !== undefined && second !== undefined) return [first, second];
  const samples = samplesOf(label) ?? (reducer?.kind === "append" ? [["first"], ["second"]] : ["first", "second"]);
  return samples;
}

function samplesOf(label: string): Json[] | null {
  const list = /^\(?([\s\S]+?)\)?\[\]$/.exec(label)?.[1] ?? /^(?:Readonly)?Array<([\s\S]+)>$/.exec(label)?.[1];
  if (list !== undefined) return (samplesOf(list) ?? ["first", "second"]).map((item) => [item]);
  const literals = [...label.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? "");
  if (/^["']/.test(label) && literals.length > 0) return [literals[0] ?? "", literals[1] ?? literals[0] ?? ""];
  if (/^\{/.test(label)) return objectSamples(label);
  const record = /^Record<[^,]+,\s*([\s\S]+)>$/.exec(label)?.[1];
  if (record !== undefined) {
    const [first = 1, second = 2] = samplesOf(record) ?? [];
    return [{ a: first }, { b: second }];
  }
  switch (label.split(" | ")[0]) {
    case "string":
      return ["first", "second"];
    case "number":
      return [1, 2];
    case "boolean":
      return [true, false];
    default:
      return null;
  }
}

/** `{ name: string; count: number }` with a value for each member that is plain. */
function objectSamples(label: string): Json[] {
  const members = label.slice(1, -1).split(";");
  return [0, 1].map((index) =>
    Object.fromEntries(
      members.flatMap((member) => {
        const match = /^\s*["']?([\w$]+)["']?(\?)?\s*:\s*([\s\S]+)$/.exec(member);
        const sample = match?.[3] === undefined ? undefined : samplesOf(match[3].trim())?.[index];
        return match?.[1] === undefined || sample === undefined ? [] : [[match[1], sample]];
      }),
    ),
  );
}

const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
/** Schemas that refer to themselves have no end. */
const MAX_DEPTH = 5;

/** The `index`th sample of a JSON schema; undefined where it says too little. */
function sampleOf(schema: JsonObject, index: number, depth = 0): Json | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const options = schema["enum"];
  if (Array.isArray(options) && options.length > 0) return options[index % options.length];
  if (schema["const"] !== undefined) return schema["const"];
  const parts = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(parts)) {
    const known = parts.filter(isObject).find((part) => part["type"] !== "null");
    return known === undefined ? null : sampleOf(known, index, depth + 1);
  }
  switch (schema["type"]) {
    case "string":
      return index === 0 ? "first" : "second";
    case "number":
    case "integer":
      return index + 1;
    case "boolean":
      return index === 0;
    case "array": {
      const item = isObject(schema["items"]) ? sampleOf(schema["items"], index, depth + 1) : undefined;
      return item === undefined ? undefined : [item];
    }
    case "object":
      return sampleObject(schema, index, depth);
    default:
      return undefined;
  }
}

function sampleObject(schema: JsonObject, index: number, depth: number): Json | undefined {
  const properties = schema["properties"];
  if (isObject(properties)) {
    const entries = Object.entries(properties).map(
      ([name, part]) => [name, isObject(part) ? (sampleOf(part, index, depth + 1) ?? null) : null] as const,
    );
    return Object.fromEntries(entries);
  }
  const values = schema["additionalProperties"];
  if (!isObject(values)) return undefined;
  const value = sampleOf(values, index, depth + 1);
  return value === undefined ? undefined : { [index === 0 ? "a" : "b"]: value };
}
