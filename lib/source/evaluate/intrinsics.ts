import ts from "typescript";
import { memberOfAny } from "./members";
import { itemsOf } from "./names";
import { EITHER, keyText, lazily } from "./literals";
import { structuredChain } from "./schemas";
import {
  exactItems,
  exactly,
  exactStrings,
  NOTHING,
  only,
  onlyString,
  truth,
  union,
  UNKNOWN,
  type Env,
  type Evaluator,
  type Field,
  type Possible,
  type Value,
} from "./values";

type MethodCall = { name: string; receiver: Possible; node: ts.CallExpression; env: Env; evaluator: Evaluator };
type ArrayValue = Extract<Value, { kind: "array" }>;

const SAME_ITEMS = new Set(["slice", "sort", "reverse", "toSorted", "toReversed", "values"]);
const ONE_ITEM = new Set(["find", "findLast", "at", "pop", "shift"]);
const TESTS = new Set(["includes", "some", "every", "has", "startsWith", "endsWith", "test"]);

/** A method of JavaScript's own lists, objects, strings, functions and promises; null for any other. */
export function callMethod(call: MethodCall): Possible | null {
  const { name, receiver } = call;
  if (name === "withStructuredOutput" || name === "pipe") return structuredChain(call);
  if (TESTS.has(name)) return testMethod(call);
  const [value] = receiver.values;
  if (name === "bind") return bindMethod(call);
  if (value?.kind === "function" && (name === "call" || name === "apply")) return null;
  if (name === "then" || name === "catch" || name === "finally") return promiseMethod(call);
  if (value?.kind === "object" && (name === "get" || name === "values" || name === "keys" || name === "entries") && !value.fields.has(name)) {
    return mapMethod(call, value);
  }
  if (receiver.complete && receiver.values.length > 0 && receiver.values.every((each) => each.kind === "string")) return stringMethod(call);
  const isList = receiver.values.length > 0 && receiver.values.every((each) => each.kind === "array");
  if (isList) return union(receiver.values.map((each) => (each.kind === "array" ? (listMethod(call, each) ?? UNKNOWN) : UNKNOWN)));
  // Whatever the list is, its items become what the function makes of them.
  if ((name === "map" || name === "flatMap") && receiver.values.every((each) => each.kind === "shape")) {
    const made = applyArgument(call, [UNKNOWN]);
    return made === null ? null : exactly({ kind: "array", items: [made], exact: false, open: false, node: call.node });
  }
  return null;
}

/** `list.includes(item)`, `set.has(item)`, `map.has(key)`. */
function testMethod({ name, receiver, node, env, evaluator }: MethodCall): Possible {
  const argument = node.arguments[0];
  const asked = argument === undefined || (name !== "includes" && name !== "has") ? null : onlyString(evaluator.evaluate(argument, env));
  if (asked?.origin !== "text") return EITHER;
  const value = only(receiver);
  const names = value?.kind === "object" && !value.open ? [...value.fields.keys()] : exactStrings(receiver);
  return names === null ? EITHER : exactly({ kind: "primitive", value: names.includes(asked.text) });
}

/** The items that a condition on each lets through, where that can be told of every one. */
function filtered(call: MethodCall, list: ArrayValue): Possible {
  const kept: Possible[] = [];
  for (const item of list.items) {
    const holds = truth(applyArgument(call, [item]) ?? UNKNOWN);
    if (holds === null) return exactly({ ...list, exact: false });
    if (holds) kept.push(item);
  }
  return exactly({ ...list, items: kept });
}

/** `list.reduce((all, item) => …, first)` over items that are known. */
function reduced(call: MethodCall, list: ArrayValue): Possible {
  const { node, env, evaluator } = call;
  const initial = node.arguments[1];
  if (initial === undefined || !list.exact || list.open) return UNKNOWN;
  let result = evaluator.evaluate(initial, env);
  for (const [index, item] of list.items.entries()) {
    result = applyArgument(call, [result, item, exactly({ kind: "primitive", value: index })]) ?? UNKNOWN;
    if (!result.complete) return UNKNOWN;
  }
  return result;
}

function listMethod(call: MethodCall, list: ArrayValue): Possible | null {
  const { name, node, env, evaluator } = call;
  if (name === "map" || name === "flatMap") return mapList(call, list);
  if (name === "filter") return filtered(call, list);
  if (name === "reduce") return reduced(call, list);
  if (SAME_ITEMS.has(name)) {
    const keeps = (name === "slice" && node.arguments.length === 0) || name === "values";
    return exactly({ ...list, exact: list.exact && keeps });
  }
  if (ONE_ITEM.has(name)) return union([itemsOf(exactly(list)), exactly({ kind: "primitive", value: undefined })]);
  if (name === "concat") {
    const others = node.arguments.flatMap((argument) => evaluator.evaluate(argument, env).values);
    const lists = others.filter((other) => other.kind === "array");
    const rest = others.filter((other) => other.kind !== "array").map((other) => exactly(other));
    return exactly({
      ...list,
      items: [...list.items, ...lists.flatMap(({ items }) => items), ...rest],
      exact: list.exact && lists.every(({ exact }) => exact),
    });
  }
  if (name === "join") {
    const strings = exactStrings(exactly(list));
    const separator = node.arguments[0] === undefined ? "," : onlyString(evaluator.evaluate(node.arguments[0], env))?.text;
    return strings === null || separator === undefined ? UNKNOWN : exactly({ kind: "string", text: strings.join(separator), node, origin: "text" });
  }
  if (name === "forEach" || name === "push") return NOTHING;
  if (name === "entries")
    return exactly({ ...list, items: list.items.map((item, index) => pair(exactly({ kind: "primitive", value: index }), item, node)) });
  return null;
}

function mapList(call: MethodCall, list: ArrayValue): Possible | null {
  const { name, node } = call;
  const mapped: Possible[] = [];
  for (const [index, item] of list.items.entries()) {
    const made = applyArgument(call, [item, exactly({ kind: "primitive", value: index }), exactly(list)]);
    if (made === null) return null;
    mapped.push(made);
  }
  // The items of a list that is not known at all come to something all the same.
  if (list.open || list.items.length === 0) mapped.push(...[applyArgument(call, [UNKNOWN])].filter((made) => made !== null));
  const isExact = list.exact && !list.open && list.items.length > 0;
  if (name === "map") return exactly({ kind: "array", items: mapped, exact: isExact, open: false, node });
  const inner = mapped.flatMap((item) => exactItems(item) ?? [itemsOfOrSelf(item)]);
  return exactly({ kind: "array", items: inner, exact: isExact && mapped.every((item) => exactItems(item) !== null), open: false, node });
}

function itemsOfOrSelf(possible: Possible): Possible {
  return union([
    ...possible.values.map((value) => (value.kind === "array" ? itemsOf(exactly(value)) : exactly(value))),
    possible.complete ? NOTHING : UNKNOWN,
  ]);
}

/** Applies the function that is the call's first argument. */
function applyArgument({ node, env, evaluator }: MethodCall, args: readonly Possible[]): Possible | null {
  const argument = node.arguments[0];
  if (argument === undefined || ts.isSpreadElement(argument)) return null;
  const callback = evaluator.evaluate(argument, env);
  const results = callback.values.map((value) => (value.kind === "function" ? evaluator.apply(value, args) : UNKNOWN));
  return results.length === 0 ? UNKNOWN : union(results);
}

/** `fn.bind(this, first)` is the function with its first parameters bound. */
function bindMethod({ receiver, node, env, evaluator }: MethodCall): Possible | null {
  const callee = node.expression;
  const target = ts.isPropertyAccessExpression(callee) ? evaluator.evaluate(callee.expression, env) : receiver;
  if (target.values.length === 0 || target.values.some((value) => value.kind !== "function")) return null;
  const bound = node.arguments.slice(1).map((argument) => evaluator.evaluate(argument, env));
  const values = target.values.map((value): Value => {
    if (value.kind !== "function" || bound.length === 0) return value;
    const inner = new Map(value.env);
    value.node.parameters.forEach((parameter, index) => {
      const given = bound[index];
      if (given !== undefined) inner.set(parameter, given);
    });
    return { ...value, env: inner };
  });
  return { values, complete: target.complete };
}

function promiseMethod(call: MethodCall): Possible | null {
  if (call.name !== "then") return call.receiver;
  return applyArgument(call, [call.receiver]);
}

function mapMethod({ name, node, env, evaluator, receiver }: MethodCall, map: Extract<Value, { kind: "object" }>): Possible {
  const key = node.arguments[0];
  if (name === "get") return memberOfAny(receiver, key === undefined ? UNKNOWN : evaluator.evaluate(key, env));
  return listFields(map, name, node);
}

function listFields(object: Extract<Value, { kind: "object" }>, what: string, node: ts.Node): Possible {
  const items = [...object.fields].map(([name, field]): Possible => {
    const key: Possible = exactly({ kind: "string", text: name, node: field.node ?? node, origin: "text" });
    if (what === "keys") return key;
    return what === "values" ? field.value() : pair(key, field.value(), field.node ?? node);
  });
  return exactly({ kind: "array", items, exact: !object.open, open: object.open, node });
}

function pair(first: Possible, second: Possible, node: ts.Node): Possible {
  return exactly({ kind: "array", items: [first, second], exact: true, open: false, node });
}

const STRING_METHODS: Readonly<Record<string, (text: string) => string>> = {
  toLowerCase: (text: string) => text.toLowerCase(),
  toUpperCase: (text: string) => text.toUpperCase(),
  trim: (text: string) => text.trim(),
  toString: (text: string) => text,
  valueOf: (text: string) => text,
};

function stringMethod({ name, receiver, node }: MethodCall): Possible | null {
  const change = Object.hasOwn(STRING_METHODS, name) ? STRING_METHODS[name] : undefined;
  if (change === undefined) return null;
  return { values: receiver.values.map((value) => (value.kind === "string" ? { ...value, text: change(value.text), node } : value)), complete: true };
}

/** A function of JavaScript itself; null for any other. */
export function callGlobal(name: string, node: ts.CallExpression | ts.NewExpression, env: Env, evaluator: Evaluator): Possible | null {
  const first = node.arguments?.[0];
  if (first === undefined || ts.isSpreadElement(first)) return null;
  const argument = evaluator.evaluate(first, env);
  const [value] = argument.values;
  if (/^Object\.(keys|values|entries)$/.test(name)) {
    if (!argument.complete || argument.values.length !== 1 || value?.kind !== "object") return UNKNOWN;
    return listFields(value, name.slice("Object.".length), node);
  }
  if (name === "Object.fromEntries") return fromEntries(argument, node);
  if (name === "Object.assign") return assigned(argument, node, env, evaluator);
  if (["Object.freeze", "Promise.resolve", "Promise.all", "structuredClone", "String"].includes(name)) return argument;
  if (name === "Array.from") {
    const callback = node.arguments?.[1];
    return callback === undefined || value?.kind !== "array" ? argument : UNKNOWN;
  }
  return null;
}

/** `Object.assign(target, more)`: a function or an object with more members. */
function assigned(target: Possible, node: ts.CallExpression | ts.NewExpression, env: Env, evaluator: Evaluator): Possible {
  const value = only(target);
  if (value?.kind !== "function" && value?.kind !== "object") return UNKNOWN;
  const fields = new Map(value.kind === "object" ? value.fields : value.members);
  let open = value.kind === "object" && value.open;
  for (const argument of (node.arguments ?? []).slice(1)) {
    const more = only(evaluator.evaluate(argument, env));
    if (more?.kind !== "object" || more.open) open = true;
    if (more?.kind === "object") for (const [name, field] of more.fields) fields.set(name, field);
  }
  return exactly(value.kind === "object" ? { ...value, fields, open } : { ...value, members: fields });
}

function fromEntries(list: Possible, node: ts.Node): Possible {
  const [value] = list.values;
  if (value?.kind === "object") return list;
  if (!list.complete || list.values.length !== 1 || value?.kind !== "array") return UNKNOWN;
  const fields = new Map<string, Field>();
  let open = value.open || !value.exact;
  for (const item of value.items) {
    const [key, content] = exactItems(item) ?? [];
    const name = key === undefined ? null : keyText(key);
    if (key === undefined || name === null || content === undefined) open = true;
    else fields.set(name, { node: onlyString(key)?.node ?? value.node, value: lazily(() => content) });
  }
  return exactly({ kind: "object", fields, open, node });
}
