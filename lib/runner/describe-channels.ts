import type { Channel } from "../schema/graph";
import type { JsonObject } from "../schema/json";
import { toDisplayJson } from "../store/display";
import type { FunctionLocator } from "./function-places";
import { isBag, isBuilder, type PregelLike } from "./langgraph";
import { codeOf, type SourceFunction, type Sources } from "./source-text";

type Reducer = Channel["reducer"];
type Context = { locator: FunctionLocator; sources: Sources };

const LAST: Reducer = { kind: "last", label: "last value", source: null };
const MESSAGE_REDUCERS = new Set(["messagesStateReducer", "addMessages", "messagesDeltaReducer"]);
/** A reducer whose text calls nothing but these is run on two sample values to see what it does. */
const HARMLESS_CALLS = new Set(["concat", "slice", "isArray", "String", "Array", "Number"]);

/** The state channels of a graph with what merges their writes. LangGraph's internal channels are left out. */
export function describeChannels(graph: PregelLike, stateSchema: JsonObject | null, context: Context): Channel[] {
  const builder = isBuilder(graph.builder) ? graph.builder : null;
  if (builder === null || !isBag(builder["channels"])) return [];
  const properties = isBag(stateSchema?.["properties"]) ? stateSchema["properties"] : {};
  const input = keysOf(builder["_inputDefinition"]);
  const output = keysOf(builder["_outputDefinition"]);
  return Object.entries(builder["channels"]).map(([name, channel]) => {
    const schema = properties[name];
    return {
      name,
      type: isBag(channel) && typeof channel["lc_graph_name"] === "string" ? channel["lc_graph_name"] : "unknown",
      reducer: describeReducer(channel, context),
      schema: isBag(schema) ? toJsonObject(schema) : null,
      ...defaultOf(channel),
      input: input === null || input.has(name),
      output: output === null || output.has(name),
    };
  });
}

function toJsonObject(value: unknown): JsonObject | null {
  const json = toDisplayJson(value);
  return json !== null && typeof json === "object" && !Array.isArray(json) ? json : null;
}

function keysOf(definition: unknown): Set<string> | null {
  return isBag(definition) ? new Set(Object.keys(definition)) : null;
}

function defaultOf(channel: unknown): Pick<Channel, "default"> {
  const factory = isBag(channel) ? channel["initialValueFactory"] : undefined;
  if (typeof factory !== "function") return {};
  try {
    const value: unknown = Reflect.apply(factory, undefined, []);
    return value === undefined ? {} : { default: toDisplayJson(value) };
  } catch {
    // A default that cannot be made is shown as none.
    return {};
  }
}

function describeReducer(channel: unknown, context: Context): Reducer {
  if (!isBag(channel)) return { kind: "other", label: "unknown", source: null };
  const operator = channel["operator"] ?? channel["reducer"];
  if (typeof operator === "function") return describeOperator(operator, context);
  const name = typeof channel["lc_graph_name"] === "string" ? channel["lc_graph_name"] : "unknown";
  switch (name) {
    case "LastValue":
    case "LastValueAfterFinish":
      return LAST;
    case "EphemeralValue":
    case "UntrackedValue":
    case "UntrackedValueChannel":
      return { kind: "ephemeral", label: "not saved", source: null };
    default:
      return { kind: "other", label: name, source: null };
  }
}

function describeOperator(operator: unknown, context: Context): Reducer {
  if (typeof operator !== "function") return { kind: "other", label: "unknown", source: null };
  const fn = context.sources.functionAt(context.locator.locate(operator));
  const source = fn?.place.text ?? null;
  if (MESSAGE_REDUCERS.has(operator.name)) return { kind: "messages", label: "messages", source };
  const text = fn === null ? operator.toString() : codeOf(fn);
  if ([...MESSAGE_REDUCERS].some((name) => text.includes(`${name}(`))) return { kind: "messages", label: "messages", source };
  const kind = callsOnlyHarmless(text) ? probe(operator) : null;
  if (kind === "last") return { ...LAST, source };
  if (kind === "append") return { kind: "append", label: "append", source };
  return { kind: "custom", label: reducerName(operator.name, fn), source };
}

/** `reducer` is the property's name, which says nothing. */
function reducerName(name: string, fn: SourceFunction | null): string {
  const declared = name === "" || name === "reducer" || name === "value" ? null : name;
  return declared ?? (fn === null ? "custom" : `custom (${fn.place.file}:${fn.place.line})`);
}

function callsOnlyHarmless(text: string): boolean {
  const calls = [...text.matchAll(/([A-Za-z_$][\w$]*)\s*\(/g)].map((match) => match[1] ?? "");
  return calls.every((name) => HARMLESS_CALLS.has(name) || ["function", "if", "return", "reducer", "__name", "async"].includes(name));
}

/** Tells "last value wins" and "append" by what the reducer makes of two lists. */
function probe(operator: unknown): "last" | "append" | null {
  if (typeof operator !== "function") return null;
  const before = ["a", "b"];
  const after = ["c"];
  try {
    const result: unknown = Reflect.apply(operator, undefined, [before, after]);
    if (result === after) return "last";
    if (Array.isArray(result) && result.join() === "a,b,c") return "append";
  } catch {
    // A reducer that does not take lists is none of the two.
  }
  return null;
}
