import type { Budget } from "./budget";
import { ExpressionError } from "./error";
import type { BinaryOperator, UnaryOperator } from "./program";
import { isObject, kindOf, typeOf, type Value } from "./value";

/** Characters that a built-in search or comparison looks at in the time of one step. */
export const CHARACTERS_PER_STEP = 100;

type Primitive = string | number | boolean | null | undefined;

function isPrimitive(value: Value): value is Primitive {
  return typeof value !== "object" || value === null;
}

/** A text that holds the value, for templates and for adding to a text. Lists and objects have none: `text(x)` makes one. */
export function asText(value: Value): string {
  if (isPrimitive(value)) return String(value);
  throw new ExpressionError(`${kindOf(value)} cannot be part of a text. Write text(…) around it.`);
}

function numberOf(operator: string, value: Value): number {
  if (typeof value === "number") return value;
  const hint = value === undefined || value === null ? " Write ?? 0 after what may be missing." : "";
  throw new ExpressionError(`${operator} needs numbers, but one side is ${kindOf(value)}.${hint}`);
}

function add(budget: Budget, left: Value, right: Value): Value {
  if (typeof left === "number" && typeof right === "number") return left + right;
  if (typeof left === "string" || typeof right === "string") {
    const [before, after] = [asText(left), asText(right)];
    budget.reserveText(before.length + after.length);
    return budget.text(before + after);
  }
  throw new ExpressionError(`+ needs two numbers or a text, not ${kindOf(left)} and ${kindOf(right)}.`);
}

/** Counts the work of comparing two texts, which is free for the evaluator and not for the processor. */
function compareWork(budget: Budget, left: Value, right: Value): void {
  if (typeof left !== "string" || typeof right !== "string") return;
  budget.work(Math.floor(Math.min(left.length, right.length) / CHARACTERS_PER_STEP));
}

/** JavaScript's strict equality. Texts of different lengths differ without a look at them. */
export function same(budget: Budget, left: Value, right: Value): boolean {
  if (typeof left === "string" && typeof right === "string" && left.length === right.length) compareWork(budget, left, right);
  return left === right;
}

/** Text with text, number with number. What is missing is neither smaller nor larger than anything. */
function compare(budget: Budget, operator: "<" | "<=" | ">" | ">=", left: Value, right: Value): boolean {
  if (left === undefined || left === null || right === undefined || right === null) return false;
  if (typeof left === "number" && typeof right === "number") return ordered(operator, left, right);
  if (typeof left === "string" && typeof right === "string") {
    compareWork(budget, left, right);
    return ordered(operator, left, right);
  }
  throw new ExpressionError(`${operator} cannot compare ${kindOf(left)} with ${kindOf(right)}.`);
}

function ordered<T extends string | number>(operator: "<" | "<=" | ">" | ">=", left: T, right: T): boolean {
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

/** JavaScript's loose equality between plain values; a list or object equals only itself. */
function looselyEqual(budget: Budget, left: Value, right: Value): boolean {
  if (typeof left === typeof right || !isPrimitive(left) || !isPrimitive(right)) return same(budget, left, right);
  if (left === null || left === undefined || right === null || right === undefined) return (left ?? null) === (right ?? null);
  return Number(left) === Number(right);
}

function contains(key: Value, object: Value): boolean {
  if (typeof key !== "string" && typeof key !== "number") throw new ExpressionError(`in needs a name on its left, not ${kindOf(key)}.`);
  if (Array.isArray(object) || isObject(object)) return Object.hasOwn(object, key);
  throw new ExpressionError(`in needs an object on its right, not ${kindOf(object)}.`);
}

/** Applies an operator with two sides. Throws `ExpressionError` where JavaScript would guess. */
export function binary(budget: Budget, operator: BinaryOperator, left: Value, right: Value): Value {
  switch (operator) {
    case "+":
      return add(budget, left, right);
    case "-":
      return numberOf("-", left) - numberOf("-", right);
    case "*":
      return numberOf("*", left) * numberOf("*", right);
    case "/":
      return numberOf("/", left) / numberOf("/", right);
    case "%":
      return numberOf("%", left) % numberOf("%", right);
    case "**":
      return numberOf("**", left) ** numberOf("**", right);
    case "===":
      return same(budget, left, right);
    case "!==":
      return !same(budget, left, right);
    case "==":
      return looselyEqual(budget, left, right);
    case "!=":
      return !looselyEqual(budget, left, right);
    case "in":
      return contains(left, right);
    default:
      return compare(budget, operator, left, right);
  }
}

/** Applies an operator with one side. */
export function unary(operator: UnaryOperator, value: Value): Value {
  switch (operator) {
    case "!":
      return !value;
    case "-":
      return -numberOf("-", value);
    case "+":
      return numberOf("+", value);
    case "typeof":
      return typeOf(value);
  }
}
