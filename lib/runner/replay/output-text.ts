import { RetrographError, isRetrographError } from "../../errors";
import { StrictSerializer, serialize } from "../../store/serialize";
import { asList, isBag, type Bag, type LangGraph } from "../langgraph";

/** Larger outputs are not kept: a recording must not be what fills a disk. */
export const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Marks what LangGraph's form of JSON has no word for. */
const MARK = "@retrograph";

const serializer = new StrictSerializer();

function isCommand(value: unknown): value is Bag {
  return isBag(value) && value["lg_name"] === "Command";
}

function isSend(value: unknown): value is Bag {
  return isBag(value) && value["lg_name"] === "Send";
}

/** A value in which every `Command`, `Send` and `Date` is marked, copied only where there is one. */
function mark(value: unknown, depth = 0): unknown {
  if (value instanceof Date) return { [MARK]: "Date", at: value.getTime() };
  if (typeof value !== "object" || value === null || depth > 200) return value;
  if (isCommand(value)) {
    const { graph, update, resume, goto } = value;
    return { [MARK]: "Command", fields: mark(withoutUndefined({ graph, update, resume, goto }), depth + 1) };
  }
  if (isSend(value)) return { [MARK]: "Send", node: value["node"], args: mark(value["args"], depth + 1) };
  if (Array.isArray(value))
    return sameOr(
      value,
      value.map((item) => mark(item, depth + 1)),
    );
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, mark(item, depth + 1)]);
  return entries.every(([key, item]) => item === (value as Bag)[key]) ? value : Object.fromEntries(entries);
}

function sameOr(list: readonly unknown[], marked: unknown[]): readonly unknown[] {
  return marked.every((item, index) => item === list[index]) ? list : marked;
}

function withoutUndefined(fields: Bag): Bag {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function unmark(value: unknown, langgraph: LangGraph, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > 200) return value;
  if (Array.isArray(value)) return value.map((item) => unmark(item, langgraph, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const bag: Bag = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unmark(item, langgraph, depth + 1)]));
  switch (bag[MARK]) {
    case "Date":
      return new Date(Number(bag["at"]));
    case "Command":
      return langgraph.createCommand(isBag(bag["fields"]) ? bag["fields"] : {});
    case "Send":
      return langgraph.createSend(String(bag["node"]), bag["args"]);
    default:
      return bag;
  }
}

/** A call's output as text. Throws with the reason for one that JSON cannot hold, or that is too large. */
export function writeOutput(output: unknown): string {
  const text = serialize(mark(output), { output });
  if (text.length <= MOST_CHARACTERS) return text;
  const size = Math.round(text.length / 1024 / 1024);
  throw new RetrographError("unserializable_state", `It has ${size} MB; outputs of up to ${MOST_CHARACTERS / 1024 / 1024} MB are recorded.`);
}

/** What `writeOutput` wrote, with messages, commands and the like as they were. */
export async function readOutput(text: string, langgraph: LangGraph): Promise<unknown> {
  return unmark(await serializer.loadsTyped("json", text), langgraph);
}

/** What a provider's errors say beside their message, by which code decides what to do. */
const TOLD = ["code", "status", "statusCode", "type", "lc_error_code", "retryable", "param"];

/** An error as text. */
export function writeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return JSON.stringify({ thrown: safely(thrown) });
  const told = Object.fromEntries(
    TOLD.flatMap((key) => {
      const value = (thrown as Error & Bag)[key];
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[key, value]] : [];
    }),
  );
  return JSON.stringify({ name: thrown.name, message: thrown.message, told });
}

function safely(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null") as unknown;
  } catch {
    return String(value);
  }
}

/** An error as it was thrown, but for its class and its stack. */
export function readError(text: string): unknown {
  const read: unknown = JSON.parse(text);
  if (!isBag(read)) return new Error("The recorded error cannot be read.");
  if ("thrown" in read) return read["thrown"];
  const error = new Error(String(read["message"]));
  error.name = String(read["name"]);
  return Object.assign(error, isBag(read["told"]) ? read["told"] : {});
}

/** Why an output cannot be kept, for a person. */
export function whyUnrecorded(error: unknown): string {
  if (isRetrographError(error) || error instanceof Error) return error.message;
  return String(error);
}

/** LangGraph throws to stop, and to go elsewhere: a call that ended so has no output. */
export function isBubble(thrown: unknown): boolean {
  return isBag(thrown) && (thrown["is_bubble_up"] === true || asList(thrown["errors"]).some(isBubble));
}
