import { JsonPlusSerializer, isDeltaSnapshot } from "@langchain/langgraph-checkpoint";
import { RetrographError } from "../errors";

/**
 * LangGraph's own JSON form of what JSON has no word for, so that any LangGraph program reads it back. Duck-typed:
 * an opened project may bring its own copy of LangGraph. A constructor record names a class that the reader knows.
 */
function encode(_key: string, value: unknown): unknown {
  if (value === undefined) return { lc: 2, type: "undefined" };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (value instanceof Map || value instanceof Set) return record(value.constructor.name, [Array.from(value)]);
  if (value instanceof Uint8Array) return { ...record("Uint8Array", [Array.from(value)]), method: "from" };
  if (value instanceof RegExp) return record("RegExp", [value.source, value.flags]);
  if (value instanceof Error) return record("Error", [value.message]);
  if (!("lg_name" in value)) return value;
  if (isDeltaSnapshot(value)) return { lc: 2, type: "delta_snapshot", value: value.value };
  if (value.lg_name !== "Send" || !("node" in value) || !("args" in value)) return value;
  return { node: value.node, args: value.args, ...("timeout" in value && value.timeout !== undefined ? { timeout: value.timeout } : {}) };
}

function record(name: string, args: unknown[]) {
  return { lc: 2, type: "constructor", id: [name], method: null, args, kwargs: {} };
}

type Fault = { path: string; reason: string };

function faultOf(value: unknown, ancestors: readonly object[]): string | null {
  if (typeof value === "bigint") return "a BigInt, which JSON cannot hold: save it as text and convert it where it is read";
  if (typeof value === "object" && value !== null && ancestors.includes(value))
    return "a reference to an object that contains it: save an id instead";
  return null;
}

function entriesOf(value: object): [string, unknown][] {
  if (value instanceof Map) return [...value].map(([key, item], index) => [`entries[${index}]`, [key, item]]);
  if (value instanceof Set) return [...value].map((item, index) => [`values[${index}]`, item]);
  return Object.entries(value);
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function joinPath(path: string, key: string, inArray: boolean): string {
  if (inArray) return `${path}[${key}]`;
  return IDENTIFIER.test(key) || key.includes("[") ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/** The first value that JSON cannot hold, and where it is. Only looked for after the fact: saving must be quick. */
function findFault(value: unknown, path: string, ancestors: readonly object[]): Fault | null {
  const reason = faultOf(value, ancestors);
  if (reason !== null) return { path, reason };
  if (typeof value !== "object" || value === null || value instanceof Uint8Array || ancestors.length > 2000) return null;
  for (const [key, item] of entriesOf(value)) {
    const fault = findFault(item, joinPath(path, key, Array.isArray(value)), [...ancestors, value]);
    if (fault !== null) return fault;
  }
  return null;
}

function locate(values: Readonly<Record<string, unknown>>): { channel: string; fault: Fault } | null {
  for (const [channel, value] of Object.entries(values)) {
    const fault = findFault(value, channel, []);
    if (fault !== null) return { channel, fault };
  }
  return null;
}

/** Which channel holds what cannot be saved, in words. */
function unserializable(values: Readonly<Record<string, unknown>>, cause: unknown): RetrographError {
  const found = locate(values);
  if (found === null) {
    const channels = Object.keys(values);
    const why = cause instanceof Error ? cause.message : String(cause);
    return new RetrographError(
      "unserializable_state",
      `The state cannot be saved as JSON (channels ${channels.join(", ")}): ${why}`,
      { channels },
      { cause },
    );
  }
  const { channel, fault } = found;
  return new RetrographError(
    "unserializable_state",
    `The channel "${channel}" cannot be saved: ${fault.path} is ${fault.reason}.`,
    { channel, path: fault.path },
    { cause },
  );
}

/** JSON text of `value` in LangGraph's form. `channels` names what to search when it cannot be written; throws `unserializable_state`. */
export function serialize(value: unknown, channels: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(value, encode);
  } catch (cause) {
    throw unserializable(channels, cause);
  }
}

/**
 * LangGraph's JSON serialiser, made strict: what it would silently replace by a placeholder (cyclic values, BigInt) is
 * refused, and a bare `Uint8Array`, which the SQLite saver corrupts on the way back, is written as JSON.
 */
export class StrictSerializer extends JsonPlusSerializer {
  override async dumpsTyped(value: unknown): Promise<[string, Uint8Array]> {
    return ["json", Buffer.from(serialize(value, { value }), "utf8")];
  }
}
