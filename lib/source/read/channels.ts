import ts from "typescript";
import { literalName, placeOf, textOf, unwrap, toJson } from "../ast";
import { fieldsOfAny, isMessagesValue } from "../evaluate/state-fields";
import { EMPTY_ENV, only, type Evaluator, type Field, type Possible, type Value } from "../evaluate/values";
import { langGraphName, zodName } from "../library";
import type { Locked, SourceChannel } from "../../schema/source";
import { commentAbove, firstSentence } from "./comments";
import { sourceValue, valueNode } from "./options";
import { readReducer, MESSAGES_REDUCER } from "./reducers";
import type { StateDefinition } from "./states";

type Made = Extract<Value, { kind: "made" }>;
type Parts = Pick<SourceChannel, "type" | "type_place" | "reducer" | "default">;
/** What was found of an entry; `known` is false where it could be anything. */
type Entry = Parts & { known: boolean };

const PLAIN: Entry = { type: null, type_place: null, reducer: null, default: null, known: true };

/** The channels of a definition; what could not be read of it is handed to `lock`. */
export function readChannels({ state, value }: StateDefinition, evaluator: Evaluator, lock: (locked: Locked) => void): SourceChannel[] {
  const found = fieldsOfAny(value, evaluator);
  if (found === null || found.open) {
    for (const node of unreadable(value, evaluator))
      lock({ reason: "Channels that come from here are only known when it runs", place: placeOf(node) });
  }
  if (found === null) return [];
  return [...found.fields].map(([name, field]) => readChannel(name, field, state.name, evaluator));
}

/** The spreads of a definition that cannot be followed. */
function unreadable(value: Possible, evaluator: Evaluator): ts.Node[] {
  const spreads = value.values
    .flatMap((each) => objectsIn(each, evaluator))
    .flatMap((object) => {
      if (!ts.isObjectLiteralExpression(object)) return [];
      return object.properties.filter((property) => {
        if (!ts.isSpreadAssignment(property))
          return property.name !== undefined && literalName(property.name) === null && !ts.isComputedPropertyName(property.name);
        const inner = fieldsOfAny(evaluator.evaluate(property.expression, EMPTY_ENV), evaluator);
        return inner === null || inner.open;
      });
    });
  return spreads;
}

function objectsIn(value: Value, evaluator: Evaluator): ts.Node[] {
  if (value.kind === "object") return [value.node];
  if (value.kind === "member") return objectsIn(value.of, evaluator);
  if (value.kind !== "made") return [];
  const argument = value.node.arguments?.[0];
  const own = argument === undefined ? [] : evaluator.evaluate(argument, value.env).values.flatMap((each) => objectsIn(each, evaluator));
  return value.of.kind === "member" ? [...objectsIn(value.of.of, evaluator), ...own] : own;
}

function readChannel(name: string, field: Field, from: string | null, evaluator: Evaluator): SourceChannel {
  const { node } = field;
  const { known, ...parts } = readEntry(field.value(), node === null ? null : valueNode(node), evaluator);
  const comment = node === null ? null : commentAbove(node, node.getStart());
  return {
    name,
    place: node === null ? null : placeOf(node),
    name_place: node !== null && "name" in node && isNode(node.name) ? placeOf(node.name) : null,
    ...parts,
    description: comment === null ? null : firstSentence(comment.text),
    locked: node === null ? `It comes from ${from ?? "a package"}` : known ? null : "Its definition is only known when it runs",
  };
}

function isNode(value: unknown): value is ts.Node {
  return typeof value === "object" && value !== null && "kind" in value && "getStart" in value;
}

function readEntry(possible: Possible, node: ts.Node | null, evaluator: Evaluator): Entry {
  const values = possible.values.filter((value) => !(value.kind === "primitive" && value.value === undefined));
  const [value] = values;
  if (value === undefined) return { ...PLAIN, known: possible.complete, ...typeOf(node) };
  if (isMessagesValue(value)) return { ...PLAIN, type: "BaseMessage[]", reducer: MESSAGES_REDUCER };
  switch (value.kind) {
    case "external":
      return { ...PLAIN, ...typeOf(node), known: langGraphName(value) !== null };
    case "made":
      return readMade(value, node, evaluator);
    case "object":
      return readObject(value.fields, null, evaluator);
    case "function":
      return readEntry(evaluator.apply(value, []), node, evaluator);
    case "primitive":
    case "string":
      return PLAIN;
    default:
      return { ...PLAIN, known: false };
  }
}

/** `Annotation<string>` without a call. */
function typeOf(node: ts.Node | null): Pick<Parts, "type" | "type_place"> {
  const type = node !== null && ts.isExpressionWithTypeArguments(node) ? node.typeArguments?.[0] : undefined;
  return type === undefined ? { type: null, type_place: null } : { type: textOf(type), type_place: placeOf(type) };
}

function readMade(made: Made, node: ts.Node | null, evaluator: Evaluator): Entry {
  const name = langGraphName(made.of);
  const argument = made.node.arguments?.[0];
  if (name === "Annotation") {
    const type = made.node.typeArguments?.[0];
    const options = argument === undefined ? null : only(evaluator.evaluate(argument, made.env));
    const typed = type === undefined ? PLAIN : { ...PLAIN, type: textOf(type), type_place: placeOf(type) };
    if (argument === undefined) return typed;
    return options?.kind === "object" ? readObject(options.fields, typed, evaluator) : { ...typed, known: false };
  }
  if (name === "ReducedValue" || name === "DeltaValue" || name === "UntrackedValue") return readValueClass(made, evaluator);
  if (name === "withLangGraph") return readWithLangGraph(made, evaluator);
  if (name === "BinaryOperatorAggregate") return argument === undefined ? PLAIN : { ...PLAIN, reducer: readReducer(argument, made.env, evaluator) };
  if (name !== null) return { ...PLAIN, known: /Value|Channel|Topic|Barrier/.test(name) };
  if (made.of.kind === "member") return readChain(made, made.of, node, evaluator);
  return { ...schemaEntry(made.node), known: zodName(made.of) !== null };
}

/** `{ reducer, default }`, and the older `{ value, default }`. */
function readObject(fields: Map<string, Field>, typed: Entry | null, evaluator: Evaluator): Entry {
  const given = fields.get("reducer") ?? fields.get("value");
  const initial = fields.get("default");
  return {
    ...(typed ?? PLAIN),
    reducer: given === undefined ? null : reducerField(given, evaluator),
    default: initial?.node == null ? null : defaultValue(initial.node),
  };
}

function reducerField(field: Field, evaluator: Evaluator): SourceChannel["reducer"] {
  const { node } = field;
  const value = field.value();
  if (value.complete && value.values.length > 0 && value.values.every((each) => each.kind === "primitive")) return null;
  if (node === null) return null;
  if (ts.isPropertyAssignment(node)) return readReducer(node.initializer, EMPTY_ENV, evaluator, value);
  if (ts.isShorthandPropertyAssignment(node)) return readReducer(node.name, EMPTY_ENV, evaluator, value);
  return readReducer(node, EMPTY_ENV, evaluator, value);
}

function defaultValue(property: ts.Node): SourceChannel["default"] {
  const node = valueNode(property);
  const found = sourceValue(node);
  if (!ts.isArrowFunction(node) || ts.isBlock(node.body)) return found;
  const value = toJson(node.body);
  return { text: found.text, place: found.place, ...(value === undefined ? {} : { value }) };
}

function readValueClass(made: Made, evaluator: Evaluator): Entry {
  const [schema, options] = made.node.arguments ?? [];
  const entry = schema === undefined ? PLAIN : schemaEntry(schema);
  const fields = options === undefined ? null : only(evaluator.evaluate(options, made.env));
  if (fields?.kind !== "object") return entry;
  const given = fields.fields.get("reducer");
  return { ...entry, reducer: given === undefined ? null : reducerField(given, evaluator) };
}

/** `withLangGraph(schema, { reducer: { fn }, default })`. */
function readWithLangGraph(made: Made, evaluator: Evaluator): Entry {
  const [schema, options] = made.node.arguments ?? [];
  const entry = schema === undefined ? PLAIN : schemaEntry(schema);
  return options === undefined ? entry : withMeta(entry, evaluator.evaluate(options, made.env), evaluator);
}

function withMeta(entry: Entry, meta: Possible, evaluator: Evaluator): Entry {
  const [value] = meta.values;
  if (value === undefined) return { ...entry, known: false };
  if (isMessagesValue(value)) return { ...entry, reducer: MESSAGES_REDUCER };
  if (value.kind !== "object") return { ...entry, known: false };
  const reducer = value.fields.get("reducer");
  const initial = value.fields.get("default");
  const inner = reducer?.value().values[0];
  const fn = inner?.kind === "object" ? inner.fields.get("fn") : reducer;
  return {
    ...entry,
    reducer: fn === undefined ? entry.reducer : reducerField(fn, evaluator),
    default: initial?.node == null ? entry.default : defaultValue(initial.node),
  };
}

/** A schema with methods on it: `.default(…)`, `.langgraph.reducer(…)`, `.register(registry, { reducer })`. */
function readChain(made: Made, member: Extract<Value, { kind: "member" }>, node: ts.Node | null, evaluator: Evaluator): Entry {
  const argument = made.node.arguments?.[0];
  if (member.name === "reducer" && member.of.kind === "member" && member.of.name === "langgraph") {
    const base = readBase(member.of.of, node, evaluator);
    return { ...base, reducer: argument === undefined ? null : readReducer(argument, made.env, evaluator) };
  }
  const inner = member.of.kind === "member" && member.of.name === "langgraph" ? member.of.of : member.of;
  const base = readBase(inner, node, evaluator);
  const entry: Entry = { ...base, ...(base.known ? schemaEntry(made.node) : {}), reducer: base.reducer };
  if (member.name === "register" && made.node.arguments?.[1] !== undefined)
    return withMeta(entry, evaluator.evaluate(made.node.arguments[1], made.env), evaluator);
  return entry;
}

function readBase(value: Value, node: ts.Node | null, evaluator: Evaluator): Entry {
  return value.kind === "made" ? readMade(value, node, evaluator) : { ...PLAIN, known: false };
}

/** A schema as text, with what `.default(…)` in it is given. */
function schemaEntry(schema: ts.Expression): Entry {
  return { ...PLAIN, type: textOf(schema), type_place: placeOf(schema), default: schemaDefault(schema) };
}

function schemaDefault(schema: ts.Expression): SourceChannel["default"] {
  let at = unwrap(schema);
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) {
    const [argument] = at.arguments;
    if (at.expression.name.text === "default" && argument !== undefined) {
      const found = sourceValue(argument);
      const value = ts.isArrowFunction(argument) && !ts.isBlock(argument.body) ? toJson(argument.body) : undefined;
      return value === undefined ? found : { ...found, value };
    }
    at = unwrap(at.expression.expression);
  }
  return null;
}
