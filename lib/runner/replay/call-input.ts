import { createHash } from "node:crypto";
import { effectInput } from "../../effects/effects";
import type { InputParts } from "../../store/recordings";
import { toDisplayJson } from "../../store/display";
import type { Json, JsonObject } from "../../schema/json";
import { asList, isBag, type Bag } from "../langgraph";
import { parametersOf } from "../trace/model-call";

/** What tells one call from another. */
export type CallInput = { hash: string; parts: InputParts };

/** Of a message: what a model does not read, or what differs from call to call without meaning anything. */
const NOISE = new Set([
  "id",
  "response_metadata",
  "usage_metadata",
  "lc_kwargs",
  "lc_namespace",
  "lc_serializable",
  "tool_call_chunks",
  "additional_kwargs",
  "artifact",
  "metadata",
]);

function hashOf(value: Json): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** What is nested deeper counts as equal. */
const DEEPEST = 200;

/** A value with the keys of its objects in order, and without what is not there. */
function inOrder(value: unknown, depth = 0): Json {
  if (depth > DEEPEST) return "…";
  if (Array.isArray(value)) return value.map((item) => inOrder(item, depth + 1));
  if (typeof value !== "object" || value === null) return toDisplayJson(value);
  const plain = isPlain(value) ? value : toDisplayJson(value);
  if (typeof plain !== "object" || plain === null || Array.isArray(plain)) return toDisplayJson(plain);
  const entries: [string, unknown][] = Object.entries(plain);
  return Object.fromEntries(
    entries
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, inOrder(item, depth + 1)]),
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Providers name each tool call anew: here they are counted. */
class CallNames {
  readonly #known = new Map<string, string>();

  nameOf(id: unknown): string | null {
    if (typeof id !== "string") return null;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const name = `call ${this.#known.size + 1}`;
    this.#known.set(id, name);
    return name;
  }
}

function typeOf(message: Bag): string {
  const type = message["type"];
  if (typeof type === "string") return type;
  const read = message["_getType"];
  return typeof read === "function" ? String((read as () => unknown).call(message)) : "message";
}

/** Blocks of content refer to tool calls too. */
function contentOf(content: unknown, names: CallNames): Json {
  if (!Array.isArray(content)) return inOrder(content);
  return content.map((block: unknown) => {
    if (!isBag(block)) return inOrder(block);
    const { id, tool_use_id, ...rest } = block;
    return inOrder({
      ...rest,
      ...(tool_use_id === undefined ? {} : { tool_use_id: names.nameOf(tool_use_id) }),
      ...(id === undefined ? {} : { id: names.nameOf(id) }),
    });
  });
}

function messageOf(message: unknown, names: CallNames): JsonObject {
  if (!isBag(message)) return { type: "text", content: inOrder(message) };
  const own: Bag = {};
  for (const [key, value] of Object.entries(message)) if (!NOISE.has(key) && value !== undefined && value !== null) own[key] = value;
  const { content, tool_calls, invalid_tool_calls, tool_call_id, ...rest } = own;
  const calls = [...asList(tool_calls), ...asList(invalid_tool_calls)].map((call) =>
    isBag(call) ? inOrder({ name: call["name"], args: call["args"], id: names.nameOf(call["id"]) }) : null,
  );
  const plain = inOrder(rest);
  return {
    ...(typeof plain === "object" && plain !== null && !Array.isArray(plain) ? plain : {}),
    type: typeOf(message),
    content: contentOf(content, names),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(tool_call_id === undefined ? {} : { tool_call_id: names.nameOf(tool_call_id) }),
  };
}

const SHORT = 12;

function fromParts(parts: readonly (readonly [label: string, value: Json])[]): CallInput {
  const hashed = parts.map(([label, value]) => [label, hashOf(value)] as const);
  return { hash: hashOf(hashed.map((part) => [...part])), parts: hashed.map(([label, hash]) => [label, hash.slice(0, SHORT)]) };
}

/** A model call: its messages without their ids, and what the model was called with: its parameters, its tools, its options. */
export function modelInput(model: string, lists: readonly unknown[], settings: unknown): CallInput {
  const names = new CallNames();
  const messages = lists.flatMap((list, index) =>
    asList(list).map((message, position): [string, Json] => {
      const read = messageOf(message, names);
      const type = typeof read["type"] === "string" ? read["type"] : "message";
      return [`${lists.length > 1 ? `list ${index + 1}, ` : ""}message ${position + 1} (${type})`, read];
    }),
  );
  const parameters = Object.entries(parametersOf(settings)).map(([name, value]): [string, Json] => [
    name === "tools" ? "tools" : `parameter ${name}`,
    inOrder(value),
  ]);
  return fromParts([["model", model], ...messages, ...parameters.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** A call of a model of plain text. */
export function promptInput(model: string, prompts: readonly string[], settings: unknown): CallInput {
  const parameters = Object.entries(parametersOf(settings)).map(([name, value]): [string, Json] => [`parameter ${name}`, inOrder(value)]);
  return fromParts([["model", model], ...prompts.map((prompt, index): [string, Json] => [`prompt ${index + 1}`, prompt]), ...parameters]);
}

/** A tool call or an effect: its arguments, without a key that only says that it is the same one. */
export function argumentsInput(args: unknown): CallInput {
  const json = inOrder(args);
  const entries = typeof json === "object" && json !== null && !Array.isArray(json) ? Object.entries(json) : [["input", json] as const];
  const parts = entries.map(([name, value]) => [`argument ${name}`, effectInput(value).hash.slice(0, SHORT)] as const);
  return { hash: effectInput(json).hash, parts };
}
