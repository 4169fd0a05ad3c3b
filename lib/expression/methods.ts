import type { Json } from "../schema/json";
import type { Budget } from "./budget";
import { ExpressionError } from "./error";
import { asText, CHARACTERS_PER_STEP, same } from "./operators";
import { kindOf, settle, type Value } from "./value";

/** An arrow function of the text, ready to be called. */
export type Callback = (...args: Value[]) => Value;

/** Searching for a text may compare each of its characters at every place; for so many it never takes longer than for one. */
const SHORT_NEEDLE = 64;

function number(value: Value, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value === "number") return value;
  throw new ExpressionError(`A place in a list or text is a number, not ${kindOf(value)}.`);
}

function string(method: string, value: Value): string {
  if (typeof value === "string") return value;
  throw new ExpressionError(`${method} needs a text, but was given ${kindOf(value)}.`);
}

/** An index that was left out stays left out: `slice(1, undefined)` is `slice(1)`. */
function optionalNumber(value: Value): number | undefined {
  return value === undefined ? undefined : number(value, 0);
}

/** What a search is for. Counts the work of comparing a long one at every place, before it begins. */
function needle(budget: Budget, text: string, method: string, value: Value): string {
  const sought = string(method, value);
  const factor = Math.floor(Math.min(sought.length, text.length) / SHORT_NEEDLE);
  budget.work(Math.ceil((text.length * factor) / CHARACTERS_PER_STEP));
  return sought;
}

function callText(budget: Budget, text: string, method: string, args: readonly Value[]): Value {
  budget.work(Math.ceil(text.length / CHARACTERS_PER_STEP));
  const [first, second] = args;
  switch (method) {
    case "includes":
      return text.includes(needle(budget, text, method, first), optionalNumber(second));
    case "startsWith":
      return text.startsWith(string(method, first), optionalNumber(second));
    case "endsWith":
      return text.endsWith(string(method, first), optionalNumber(second));
    case "indexOf":
      return text.indexOf(needle(budget, text, method, first), optionalNumber(second));
    case "lastIndexOf":
      return text.lastIndexOf(needle(budget, text, method, first), optionalNumber(second));
    case "at":
      return text.at(number(first, 0));
    case "charAt":
      return text.charAt(number(first, 0));
    case "slice":
      return budget.text(text.slice(optionalNumber(first), optionalNumber(second)));
    case "concat":
      return args.reduce<string>((all, part) => {
        const more = asText(part);
        budget.reserveText(all.length + more.length);
        return budget.text(all + more);
      }, text);
    case "toLowerCase":
      return budget.text(text.toLowerCase());
    case "toUpperCase":
      return budget.text(text.toUpperCase());
    case "trim":
      return budget.text(text.trim());
    case "trimStart":
      return budget.text(text.trimStart());
    case "trimEnd":
      return budget.text(text.trimEnd());
    case "split":
      return split(budget, text, first, second);
    default:
      throw new ExpressionError(`A text has no method ${method}.`);
  }
}

function split(budget: Budget, text: string, separator: Value, limit: Value): Json[] {
  const by = separator === undefined ? undefined : needle(budget, text, "split", separator);
  budget.reserveText(text.length);
  // No text has more parts than characters and one.
  budget.work(by === "" ? text.length : 1);
  const parts = by === undefined ? [text] : text.split(by, optionalNumber(limit));
  budget.items(parts.length);
  budget.text(text);
  return parts;
}

function join(budget: Budget, list: readonly Value[], separator: Value): string {
  const between = separator === undefined ? "," : string("join", separator);
  const texts = list.map((item) => (item === undefined || item === null ? "" : asText(item)));
  budget.reserveText(texts.reduce((sum, text) => sum + text.length, 0) + between.length * list.length);
  return budget.text(texts.join(between));
}

function made(budget: Budget, list: Json[]): Json[] {
  budget.items(list.length);
  return list;
}

/** Lists joined, and what is no list added to them: counted before anything is made. */
function joined(budget: Budget, parts: readonly Value[]): Json[] {
  budget.items(parts.reduce<number>((count, part) => count + (Array.isArray(part) ? part.length : 1), 0));
  return parts.flatMap((part) => part ?? null);
}

function callList(budget: Budget, list: readonly Json[], method: string, args: readonly Value[]): Value {
  budget.work(list.length);
  const [first, second] = args;
  switch (method) {
    case "includes":
      return list.some((item) => same(budget, settle(item), first) || (Number.isNaN(first) && Number.isNaN(settle(item))));
    case "indexOf":
      return list.findIndex((item) => same(budget, settle(item), first));
    case "lastIndexOf":
      return list.findLastIndex((item) => same(budget, settle(item), first));
    case "at":
      return settle(list.at(number(first, 0)));
    case "slice":
      return made(budget, list.slice(optionalNumber(first), optionalNumber(second)));
    case "concat":
      return joined(budget, [[...list], ...args]);
    case "join":
      return join(budget, list, first);
    case "toReversed":
      return made(budget, list.toReversed());
    default:
      throw new ExpressionError(`A list has no method ${method}.`);
  }
}

/** Calls a method that takes values, of a list or a text. */
export function callMethod(budget: Budget, object: Value, method: string, args: readonly Value[]): Value {
  if (typeof object === "string") return callText(budget, object, method, args);
  if (Array.isArray(object)) return callList(budget, object, method, args);
  throw new ExpressionError(missing(object, method));
}

function missing(object: Value, method: string): string {
  const what = kindOf(object);
  return object === undefined || object === null
    ? `${method} was called on what is ${what} here. Write ?.${method}(…) if it may be missing.`
    : `${method} is a method of lists${method === "at" || method === "slice" ? " and texts" : ""}, but was called on ${what}.`;
}

/** Calls a method that takes an arrow function; only lists have them. */
export function callWithCallback(budget: Budget, object: Value, method: string, callback: Callback, args: readonly Value[]): Value {
  if (!Array.isArray(object)) throw new ExpressionError(missing(object, method));
  const list: readonly Json[] = object;
  budget.work(list.length);
  const call = (item: Json, index: number) => callback(settle(item), index, object);
  switch (method) {
    case "some":
      return list.some(call);
    case "every":
      return list.every(call);
    case "filter":
      return made(budget, list.filter(call));
    case "map":
      return made(
        budget,
        list.map((item, index) => call(item, index) ?? null),
      );
    case "flatMap":
      return list.flatMap((item, index) => joined(budget, [call(item, index)]));
    case "find":
      return settle(list.find(call));
    case "findIndex":
      return list.findIndex(call);
    case "findLast":
      return settle(list.findLast(call));
    case "findLastIndex":
      return list.findLastIndex(call);
    case "reduce":
      return reduce(list, callback, args);
    default:
      throw new ExpressionError(`A list has no method ${method}.`);
  }
}

function reduce(list: readonly Json[], callback: Callback, args: readonly Value[]): Value {
  const [start, rest] = args.length > 0 ? [args[0], list] : [settle(list[0]), list.slice(1)];
  if (args.length === 0 && list.length === 0) throw new ExpressionError("reduce of an empty list needs a value to start with.");
  const offset = list.length - rest.length;
  return rest.reduce<Value>((result, item, index) => callback(result, settle(item), index + offset), start);
}
