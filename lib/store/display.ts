import type { Json } from "../schema/json";
import { SPECIAL_TYPE_KEY, type SpecialType } from "../schema/special-types";

function special(type: SpecialType, rest: { [key: string]: Json } = {}): Json {
  return { [SPECIAL_TYPE_KEY]: type, ...rest };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `Object.fromEntries` defines keys such as `__proto__` as own ones instead of setting the prototype. */
function mapObject(value: object, encode: (item: unknown) => Json): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));
}

function numberToJson(value: number): Json {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return special("NaN");
  return special(value > 0 ? "Infinity" : "-Infinity");
}

const MESSAGE_TYPES: Readonly<Record<string, string>> = {
  HumanMessage: "human",
  AIMessage: "ai",
  SystemMessage: "system",
  ToolMessage: "tool",
  FunctionMessage: "function",
  ChatMessage: "generic",
  RemoveMessage: "remove",
};

/** The flat dict that the Agent Server API has for a serialised LangChain object, or null when it is no message. */
function messageToJson(name: string, kwargs: Record<string, unknown>, encode: (item: unknown) => Json): Json | null {
  const type = MESSAGE_TYPES[name.replace(/Chunk$/, "")];
  if (type === undefined || !("content" in kwargs || type === "remove")) return null;
  const fields = Object.entries(kwargs).filter(([key, value]) => value !== undefined && key !== "type" && !isStoredUndefined(value));
  return { ...Object.fromEntries(fields.map(([key, value]) => [key, encode(value)])), type };
}

function isStoredUndefined(value: unknown): boolean {
  return isRecord(value) && value.lc === 2 && value.type === "undefined";
}

/** `{lc: 1, …}`: how LangChain writes its objects. */
function langchainToJson(value: Record<string, unknown>, encode: (item: unknown) => Json): Json | null {
  if (value.lc !== 1 || !Array.isArray(value.id) || typeof value.type !== "string") return null;
  const name = String(value.id.at(-1));
  const kwargs = isRecord(value.kwargs) ? value.kwargs : {};
  if (value.type !== "constructor") return special("instance", { name, value: value.type });
  return messageToJson(name, kwargs, encode) ?? special("instance", { name, value: mapObject(kwargs, encode) });
}

/** `{lc: 2, …}`: how LangGraph writes what JSON has no word for. */
function langgraphToJson(value: Record<string, unknown>, encode: (item: unknown) => Json): Json | null {
  if (value.lc !== 2) return null;
  if (value.type === "undefined") return special("undefined");
  if (value.type === "delta_snapshot") return encode(value.value);
  const ids: unknown[] = Array.isArray(value.id) ? value.id : [];
  const [name] = ids;
  const args: unknown[] = Array.isArray(value.args) ? value.args : [];
  const [first] = args;
  const items: unknown[] = Array.isArray(first) ? first : [];
  switch (name) {
    case "Map":
      return special("Map", { entries: items.map((entry) => (Array.isArray(entry) ? entry.map((item) => encode(item)) : encode(entry))) });
    case "Set":
      return special("Set", { values: items.map(encode) });
    case "Uint8Array":
      return special("Uint8Array", { value: Buffer.from(items.map(Number)).toString("base64"), bytes: items.length });
    case "RegExp":
      return special("RegExp", { value: `/${String(first)}/${typeof args[1] === "string" ? args[1] : ""}` });
    case "Error":
      return special("Error", { name: "Error", value: String(first) });
    default:
      return null;
  }
}

/**
 * A value as the saver stores it, made readable: LangChain messages become flat dicts, what JSON has no word for becomes
 * `{"$type": …}`. Nothing is constructed, whatever the stored text names.
 */
export function storedToDisplayJson(raw: unknown): Json {
  if (typeof raw === "string" || typeof raw === "boolean" || raw === null) return raw;
  if (typeof raw === "number") return numberToJson(raw);
  if (Array.isArray(raw)) return raw.map(storedToDisplayJson);
  if (!isRecord(raw)) return special("undefined");
  return langchainToJson(raw, storedToDisplayJson) ?? langgraphToJson(raw, storedToDisplayJson) ?? mapObject(raw, storedToDisplayJson);
}

function builtinToJson(value: object, encode: (item: unknown) => Json): Json | null {
  if (value instanceof Date) return special("Date", { value: Number.isNaN(value.getTime()) ? null : value.toISOString() });
  if (value instanceof Map) return special("Map", { entries: [...value].map(([key, item]) => [encode(key), encode(item)]) });
  if (value instanceof Set) return special("Set", { values: [...value].map(encode) });
  if (value instanceof Uint8Array) return special("Uint8Array", { value: Buffer.from(value).toString("base64"), bytes: value.length });
  if (value instanceof RegExp) return special("RegExp", { value: String(value) });
  if (value instanceof Error) return special("Error", { name: value.name, value: value.message });
  return null;
}

function hasToJson(value: object): value is { toJSON: () => unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function instanceToJson(value: object, encode: (item: unknown) => Json): Json {
  if ("lg_name" in value && value.lg_name === "Send" && "node" in value) {
    return { node: encode(value.node), args: "args" in value ? encode(value.args) : null };
  }
  // As the checkpoints of the writes have it: it says that a reducer was passed over.
  if ("lg_name" in value && value.lg_name === "Overwrite" && "value" in value) return { __overwrite__: encode(value.value) };
  if (hasToJson(value)) {
    const written = value.toJSON();
    const object = isRecord(written) && written !== value ? langchainToJson(written, encode) : null;
    if (object !== null) return object;
    if (written !== value) return special("instance", { name: value.constructor.name, value: encode(written) });
  }
  return special("instance", { name: value.constructor.name, value: mapObject(value, encode) });
}

function primitiveToJson(value: unknown): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return numberToJson(value);
    case "bigint":
      return special("BigInt", { value: value.toString() });
    case "function":
      return special("function", { name: value.name });
    case "symbol":
      return special("function", { name: value.toString() });
    default:
      return value === null ? null : special("undefined");
  }
}

function objectToJson(value: object, encode: (item: unknown) => Json): Json {
  if (Array.isArray(value)) return value.map(encode);
  const builtin = builtinToJson(value, encode);
  if (builtin !== null) return builtin;
  if (!isPlain(value)) return instanceToJson(value, encode);
  const record: Record<string, unknown> = { ...value };
  return langchainToJson(record, encode) ?? langgraphToJson(record, encode) ?? mapObject(value, encode);
}

/**
 * A live value as JSON for people and programs: LangChain messages become flat dicts (`{type: "ai", content, id, …}`),
 * what JSON has no word for becomes `{"$type": …}` (see `lib/schema/json.ts`). Never throws for a cyclic value.
 */
export function toDisplayJson(value: unknown): Json {
  const ancestors: object[] = [];
  const encode = (item: unknown): Json => {
    if (typeof item !== "object" || item === null) return primitiveToJson(item);
    if (ancestors.includes(item)) return special("circular");
    ancestors.push(item);
    const json = objectToJson(item, encode);
    ancestors.pop();
    return json;
  };
  return encode(value);
}

function revive(value: { [key: string]: Json }): { value: unknown } | null {
  const text = typeof value.value === "string" ? value.value : null;
  switch (value[SPECIAL_TYPE_KEY]) {
    case "Date":
      return text === null ? null : { value: new Date(text) };
    case "Map":
      if (!Array.isArray(value.entries)) return null;
      return {
        value: new Map(
          value.entries.flatMap((entry) => (Array.isArray(entry) ? [[fromDisplayJson(entry[0] ?? null), fromDisplayJson(entry[1] ?? null)]] : [])),
        ),
      };
    case "Set":
      return Array.isArray(value.values) ? { value: new Set(value.values.map(fromDisplayJson)) } : null;
    case "BigInt":
      return text !== null && /^-?\d+$/.test(text) ? { value: BigInt(text) } : null;
    case "Uint8Array":
      return text === null ? null : { value: new Uint8Array(Buffer.from(text, "base64")) };
    case "NaN":
    case "Infinity":
    case "-Infinity":
      return { value: Number(value[SPECIAL_TYPE_KEY]) };
    case "undefined":
      return { value: undefined };
    case "instance":
      return value.value === undefined ? null : { value: fromDisplayJson(value.value) };
    default:
      return null;
  }
}

/**
 * The way back, for values that a person edited: `$type` Date, Map, Set, BigInt, Uint8Array, undefined and the odd
 * numbers become live values again; a class instance becomes a plain object; anything else stays as it is.
 */
export function fromDisplayJson(value: Json): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(fromDisplayJson);
  const special = SPECIAL_TYPE_KEY in value ? revive(value) : null;
  return special === null ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromDisplayJson(item)])) : special.value;
}
