import type { Json } from "../schema/json";
import type { Budget } from "./budget";
import { ExpressionError } from "./error";
import { asText } from "./operators";
import { isObject, kindOf, typeOf, type Value } from "./value";

type Implementation = (budget: Budget, args: readonly Value[]) => Value;

function numbers(name: string, budget: Budget, args: readonly Value[]): number[] {
  const [first] = args;
  const list = args.length === 1 && Array.isArray(first) ? first : args;
  budget.work(list.length);
  return list.map((item) => {
    if (typeof item === "number") return item;
    throw new ExpressionError(`${name} needs numbers, but was given ${kindOf(item)}.`);
  });
}

function oneNumber(name: string, compute: (value: number) => number): Implementation {
  return (_budget, [value]) => {
    if (typeof value === "number") return compute(value);
    throw new ExpressionError(`${name} needs a number, but was given ${kindOf(value)}.`);
  };
}

function largest(list: readonly number[], start: number, better: (one: number, other: number) => number): number {
  return list.reduce((best, value) => better(best, value), start);
}

const min: Implementation = (budget, args) => largest(numbers("min", budget, args), Infinity, Math.min);
const max: Implementation = (budget, args) => largest(numbers("max", budget, args), -Infinity, Math.max);

/** Names of an object that are counted in the time of one step. */
const NAMES_PER_STEP = 3;

function size(budget: Budget, value: Value): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  if (isObject(value)) {
    const { length } = Object.keys(value);
    budget.work(Math.floor(length / NAMES_PER_STEP));
    return length;
  }
  throw new ExpressionError(`len needs a text, a list or an object, but was given ${kindOf(value)}.`);
}

function parts(name: string, pick: (key: string, item: Json) => Json): Implementation {
  return (budget, [value]) => {
    if (!isObject(value) && !Array.isArray(value)) throw new ExpressionError(`${name} needs an object, but was given ${kindOf(value)}.`);
    const entries: [string, Json][] = Object.entries(value);
    budget.work(entries.length);
    budget.items(entries.length);
    return entries.map(([key, item]) => pick(key, item));
  };
}

const keys = (name: string) => parts(name, (key) => key);
const values = (name: string) => parts(name, (_key, item) => item);
const entries = (name: string) => parts(name, (key, item) => [key, item]);

const has: Implementation = (_budget, [object, key]) => {
  if (typeof key !== "string" && typeof key !== "number") throw new ExpressionError(`has needs a name, but was given ${kindOf(key)}.`);
  return (isObject(object) || Array.isArray(object)) && Object.hasOwn(object, key);
};

/** JSON, written piece by piece so that a large value runs out of budget before it fills the memory. */
function json(budget: Budget, value: Value): string {
  budget.work(1);
  if (Array.isArray(value)) return `[${value.map((item) => json(budget, item)).join(",")}]`;
  if (isObject(value)) {
    const fields = Object.entries(value).map(([key, item]) => `${budget.text(JSON.stringify(key))}:${json(budget, item)}`);
    return `{${fields.join(",")}}`;
  }
  return budget.text(value === undefined ? "null" : JSON.stringify(value));
}

const text: Implementation = (budget, [value]) => (typeof value === "string" ? value : json(budget, value));

const toNumber: Implementation = (budget, [value]) => {
  if (typeof value === "string") budget.work(Math.ceil(value.length / 100));
  if (typeof value === "object" && value !== null) throw new ExpressionError(`number cannot make a number of ${kindOf(value)}.`);
  return Number(value);
};

/** Functions by their name in the text, `Math.min` and the like under the name that JavaScript gives them. */
const IMPLEMENTATIONS: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  ["len", (budget, [value]) => size(budget, value)],
  ["keys", keys("keys")],
  ["values", values("values")],
  ["entries", entries("entries")],
  ["has", has],
  ["type", (_budget, [value]) => typeOf(value)],
  ["sum", (budget, args) => numbers("sum", budget, args).reduce((total, value) => total + value, 0)],
  ["min", min],
  ["max", max],
  ["abs", oneNumber("abs", Math.abs)],
  ["round", oneNumber("round", Math.round)],
  ["floor", oneNumber("floor", Math.floor)],
  ["ceil", oneNumber("ceil", Math.ceil)],
  ["text", text],
  ["number", toNumber],
  ["String", (budget, [value]) => budget.text(asText(value))],
  ["Number", toNumber],
  ["Boolean", (_budget, [value]) => Boolean(value)],
  ["Math.min", min],
  ["Math.max", max],
  ["Math.abs", oneNumber("Math.abs", Math.abs)],
  ["Math.round", oneNumber("Math.round", Math.round)],
  ["Math.floor", oneNumber("Math.floor", Math.floor)],
  ["Math.ceil", oneNumber("Math.ceil", Math.ceil)],
  ["Object.keys", keys("Object.keys")],
  ["Object.values", values("Object.values")],
  ["Object.entries", entries("Object.entries")],
  ["Array.isArray", (_budget, [value]) => Array.isArray(value)],
  ["JSON.stringify", (budget, [value]) => json(budget, value)],
]);

/** Calls a function of the language. Throws `ExpressionError` for arguments that it has no answer to. */
export function callFunction(budget: Budget, name: string, args: readonly Value[]): Value {
  const implementation = IMPLEMENTATIONS.get(name);
  if (implementation === undefined) throw new ExpressionError(`There is no function ${name}.`);
  return implementation(budget, args);
}
