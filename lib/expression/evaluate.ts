import type { Json } from "../schema/json";
import { Budget } from "./budget";
import { ExpressionError } from "./error";
import { callFunction } from "./functions";
import { callMethod, callWithCallback, type Callback } from "./methods";
import { REFUSED_PROPERTIES } from "./names";
import { asText, binary, unary } from "./operators";
import type { Lambda, Node, Program, Root } from "./program";
import type { Channels, Scope } from "./scope";
import { isObject, kindOf, settle, type Value } from "./value";

/** The end of an optional chain whose object was missing. */
const SKIPPED = Symbol("skipped");
type Result = Value | typeof SKIPPED;
type Locals = ReadonlyMap<string, Value>;

const NO_LOCALS: Locals = new Map();
/** Channels that a message names at most. */
const NAMED = 20;

class Evaluation {
  readonly #scope: Scope;
  readonly #budget = new Budget();
  readonly #read = new Map<string, Value>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  value(node: Node, locals: Locals): Value {
    const result = this.#evaluate(node, locals);
    return result === SKIPPED ? undefined : result;
  }

  #evaluate(node: Node, locals: Locals): Result {
    this.#budget.work(1);
    switch (node.kind) {
      case "value":
        return node.value;
      case "local":
        return locals.get(node.name);
      case "channel":
        return this.#channel(node.root, node.name);
      case "whole":
        return this.#whole(node.root);
      case "chain":
        return this.value(node.body, locals);
      case "member":
        return this.#member(node, locals);
      case "method":
        return this.#method(node, locals);
      case "call":
        return callFunction(this.#budget, node.name, this.#all(node.args, locals));
      case "unary":
        return unary(node.operator, this.value(node.operand, locals));
      case "binary":
        return binary(this.#budget, node.operator, this.value(node.left, locals), this.value(node.right, locals));
      case "logical":
        return this.#logical(node, locals);
      case "choice":
        return this.value(this.value(node.test, locals) ? node.yes : node.no, locals);
      case "list":
        return this.#list(node, locals);
      case "object":
        return this.#object(node, locals);
      case "template":
        return this.#template(node, locals);
    }
  }

  #all(nodes: readonly Node[], locals: Locals): Value[] {
    return nodes.map((node) => this.value(node, locals));
  }

  #channels(root: Root): Channels {
    const channels = this.#scope[root];
    if (channels !== undefined) return channels;
    const when = root === "update" ? "after a node, where it is what the node wrote" : "after a step";
    throw new ExpressionError(`There is no "${root}" here: it is known only ${when}.`);
  }

  #channel(root: Root, name: string): Value {
    const channels = this.#channels(root);
    const key = `${root}.${name}`;
    if (this.#read.has(key)) return this.#read.get(key);
    // A node may leave any channel alone.
    if (root !== "update" && !channels.names.includes(name)) throw new ExpressionError(unknownChannel(name, channels.names));
    const value = settle(channels.read(name));
    this.#read.set(key, value);
    return value;
  }

  #whole(root: Root): Value {
    const { names } = this.#channels(root);
    this.#budget.items(names.length);
    const entries = names.flatMap((name): [string, Json][] => {
      const value = this.#channel(root, name);
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(entries);
  }

  #member(node: Extract<Node, { kind: "member" }>, locals: Locals): Result {
    const object = this.#evaluate(node.object, locals);
    if (object === SKIPPED) return SKIPPED;
    if (object === undefined || object === null) {
      if (node.optional) return SKIPPED;
      const key = node.key.kind === "value" ? `"${String(node.key.value)}"` : "anything";
      throw new ExpressionError(`It is ${kindOf(object)} here, so it has no ${key}. Write ?. in place of the dot if it may be missing.`);
    }
    return property(object, this.value(node.key, locals));
  }

  #method(node: Extract<Node, { kind: "method" }>, locals: Locals): Result {
    const object = this.#evaluate(node.object, locals);
    if (object === SKIPPED) return SKIPPED;
    if (node.optional && (object === undefined || object === null)) return SKIPPED;
    const args = this.#all(node.args, locals);
    if (node.callback === null) return callMethod(this.#budget, object, node.name, args);
    return callWithCallback(this.#budget, object, node.name, this.#callback(node.callback, locals), args);
  }

  #callback(lambda: Lambda, outer: Locals): Callback {
    return (...args) => {
      const locals = new Map(outer);
      lambda.params.forEach((param, index) => locals.set(param, args[index]));
      this.#budget.work(locals.size);
      return this.value(lambda.body, locals);
    };
  }

  #logical(node: Extract<Node, { kind: "logical" }>, locals: Locals): Value {
    const left = this.value(node.left, locals);
    switch (node.operator) {
      case "&&":
        return left ? this.value(node.right, locals) : left;
      case "||":
        return left ? left : this.value(node.right, locals);
      case "??":
        return left ?? this.value(node.right, locals);
    }
  }

  #list(node: Extract<Node, { kind: "list" }>, locals: Locals): Json[] {
    const items = node.items.flatMap((item): Json[] => {
      const value = this.value(item.node, locals);
      if (!item.spread) return [value ?? null];
      if (!Array.isArray(value)) throw new ExpressionError(`Only a list can be spread into a list, not ${kindOf(value)}.`);
      this.#budget.work(value.length);
      return value;
    });
    this.#budget.items(items.length);
    return items;
  }

  #object(node: Extract<Node, { kind: "object" }>, locals: Locals): Value {
    const fields = node.entries.flatMap((entry): [string, Json][] => {
      if (!("spread" in entry)) return [[keyOf(this.value(entry.key, locals)), this.value(entry.value, locals) ?? null]];
      const value = this.value(entry.spread, locals);
      if (value === undefined || value === null) return [];
      if (!isObject(value)) throw new ExpressionError(`Only an object can be spread into an object, not ${kindOf(value)}.`);
      const entries = Object.entries(value);
      this.#budget.work(entries.length);
      return entries;
    });
    this.#budget.items(fields.length);
    return Object.fromEntries(fields);
  }

  #template(node: Extract<Node, { kind: "template" }>, locals: Locals): string {
    const parts = this.#all(node.parts, locals).map(asText);
    this.#budget.reserveText(parts.reduce((sum, part) => sum + part.length, 0));
    return this.#budget.text(node.texts.map((text, index) => text + (parts[index] ?? "")).join(""));
  }
}

function unknownChannel(name: string, names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  const known = names.length === 0 ? "nothing" : `${names.slice(0, NAMED).join(", ")}${more}`;
  return `There is no channel "${name}". The state has ${known}.`;
}

function keyOf(key: Value): string {
  if (typeof key !== "string" && typeof key !== "number") throw new ExpressionError(`A key is a text or a number, not ${kindOf(key)}.`);
  if (REFUSED_PROPERTIES.has(String(key))) throw new ExpressionError(`"${key}" is not available: an expression sees data only.`);
  return String(key);
}

/** A property of the data itself: what JavaScript adds to it, besides `length`, is not there. */
function property(object: Json, key: Value): Value {
  const name = keyOf(key);
  if (typeof object === "string" || Array.isArray(object)) {
    if (name === "length") return object.length;
    const index = Number(name);
    return String(index) === name && index >= 0 ? settle(object[index]) : undefined;
  }
  return isObject(object) && Object.hasOwn(object, name) ? settle(object[name]) : undefined;
}

/**
 * The value of an expression. Reads only the channels that it names. Throws `ExpressionError`, with a message for the
 * person who wrote it, when it has none or runs out of its budget of steps, text or items; nothing else is ever thrown.
 */
export function evaluate(program: Program, scope: Scope): Value {
  try {
    return new Evaluation(scope).value(program.root, NO_LOCALS);
  } catch (error) {
    if (error instanceof RangeError) throw new ExpressionError("It is nested too deeply, or makes too much.", { cause: error });
    throw error;
  }
}
