import ts from "typescript";
import { placeOf, unwrap } from "../ast";
import { stateShape } from "../evaluate/types";
import { fieldsOf } from "../evaluate/state-fields";
import { EMPTY_ENV, UNKNOWN, type Evaluator, type Field, type Possible, type Value } from "../evaluate/values";
import { langGraphName, zodName } from "../library";
import type { SourceState } from "../../schema/source";

/** A definition of state: how it is written, and what it comes to. */
export type StateDefinition = { state: SourceState; value: Possible };
export type GraphStates = { state: StateDefinition; input: StateDefinition | null; output: StateDefinition | null; context: StateDefinition | null };

export const UNKNOWN_STATE: SourceState = { kind: "unknown", name: null, place: null, entries: null };

/** The state, input, output and context that a `StateGraph` is made with. */
export function readStates(root: ts.NewExpression | ts.CallExpression, evaluator: Evaluator): GraphStates {
  const [first, second] = root.arguments ?? [];
  if (first === undefined) return { state: { state: UNKNOWN_STATE, value: UNKNOWN }, input: null, output: null, context: null };
  const given = evaluator.evaluate(first, EMPTY_ENV);
  const init = initObject(given, evaluator);
  const options = second === undefined ? null : evaluator.evaluate(second, EMPTY_ENV);
  const optional = (name: string): StateDefinition | null => {
    const own = init === null ? null : fieldDefinition(init, name, evaluator);
    return own ?? (options === null ? null : optionDefinition(options, name, evaluator));
  };
  const asContext = options === null || second === undefined || !isDefinition(options, evaluator) ? null : definition(second, options, evaluator);
  const input = optional("input");
  const context = optional("context") ?? asContext;
  if (init === null) return { state: definition(first, given, evaluator), input, output: optional("output"), context };
  const state =
    fieldDefinition(init, "state", evaluator) ??
    fieldDefinition(init, "stateSchema", evaluator) ??
    fieldDefinition(init, "channels", evaluator) ??
    input;
  return { state: state ?? { state: UNKNOWN_STATE, value: UNKNOWN }, input, output: optional("output"), context };
}

/** `{ state, input, output, context }` or `{ channels }`, as opposed to an object of channels. */
function initObject(given: Possible, evaluator: Evaluator): Map<string, Field> | null {
  const [value] = given.values;
  if (value?.kind !== "object") return null;
  const isInit = ["state", "stateSchema", "input"].some((name) => {
    const field = value.fields.get(name)?.value();
    return field !== undefined && (isDefinition(field, evaluator) || (field.values.length === 0 && !field.complete));
  });
  const channels = value.fields.get("channels");
  // A single field of this name is the old form, whatever it holds.
  return isInit || (channels !== undefined && value.fields.size === 1) ? value.fields : null;
}

/** True for what has entries of its own, channels apart. */
function isDefinition(possible: Possible, evaluator: Evaluator): boolean {
  return possible.values.some((value) => {
    if (value.kind === "object") return [...value.fields.values()].some((field) => field.value().values.some((each) => isChannel(each)));
    return fieldsOf(value, evaluator) !== null;
  });
}

function isChannel(value: Value): boolean {
  if (value.kind === "external") return langGraphName(value) !== null;
  return value.kind === "made" && (langGraphName(value.of) !== null || zodName(value.of) !== null);
}

function fieldDefinition(fields: Map<string, Field>, name: string, evaluator: Evaluator): StateDefinition | null {
  const field = fields.get(name);
  if (field === undefined) return null;
  const value = field.value();
  if (value.complete && value.values.every((each) => each.kind === "primitive")) return null;
  const node = field.node;
  const expression =
    node === null ? null : ts.isPropertyAssignment(node) ? node.initializer : ts.isShorthandPropertyAssignment(node) ? node.name : null;
  return definition(expression, value, evaluator);
}

function optionDefinition(options: Possible, name: string, evaluator: Evaluator): StateDefinition | null {
  const [value] = options.values;
  return value?.kind === "object" ? fieldDefinition(value.fields, name, evaluator) : null;
}

/** How a definition is written. */
export function definition(expression: ts.Expression | null, value: Possible, evaluator: Evaluator): StateDefinition {
  const [first] = value.values;
  const name = expression === null ? null : nameOf(unwrap(expression));
  if (first === undefined) return { state: { ...UNKNOWN_STATE, name }, value };
  const entries = entriesNode(first, evaluator);
  const node = "node" in first ? first.node : null;
  return {
    state: { kind: kindOf(first, evaluator), name, place: node === null ? null : placeOf(node), entries: entries === null ? null : placeOf(entries) },
    value,
  };
}

function nameOf(expression: ts.Expression): string | null {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.getText().replace(/\s+/g, "") : null;
}

function kindOf(value: Value, evaluator: Evaluator): SourceState["kind"] {
  if (value.kind === "object") return "channels";
  if (value.kind === "external") {
    const name = langGraphName(value);
    if (name === "MessagesAnnotation") return "messages_annotation";
    return name === "MessagesZodState" ? "messages_zod" : fieldsOf(value, evaluator) === null ? "unknown" : "annotation";
  }
  if (value.kind === "member") return kindOf(value.of, evaluator);
  if (value.kind !== "made") return "unknown";
  const name = langGraphName(value.of);
  if (name === "Annotation.Root") return "annotation";
  if (name === "StateSchema") return "state_schema";
  if (zodName(value.of) !== null || name === "withLangGraph") return "zod";
  if (value.of.kind === "member" && fieldsOf(value, evaluator) !== null) return "zod";
  return "unknown";
}

/** The object literal in which the channels stand. */
function entriesNode(value: Value, evaluator: Evaluator): ts.ObjectLiteralExpression | null {
  if (value.kind === "object") return ts.isObjectLiteralExpression(value.node) ? value.node : null;
  if (value.kind === "member") return entriesNode(value.of, evaluator);
  if (value.kind !== "made") return null;
  const argument = value.node.arguments?.[0];
  const own = argument === undefined ? null : literalIn(argument, value, evaluator);
  return own ?? (value.of.kind === "member" ? entriesNode(value.of.of, evaluator) : null);
}

function literalIn(argument: ts.Expression, made: Extract<Value, { kind: "made" }>, evaluator: Evaluator): ts.ObjectLiteralExpression | null {
  const [object] = evaluator.evaluate(argument, made.env).values;
  if (object?.kind === "object") return ts.isObjectLiteralExpression(object.node) ? object.node : null;
  return object === undefined ? null : entriesNode(object, evaluator);
}

/** The state as a node's function sees it. */
export function shapeOf({ value }: StateDefinition, evaluator: Evaluator): Possible {
  const shapes = value.values.filter((each) => fieldsOf(each, evaluator) !== null).map((each) => stateShape(each, evaluator));
  return shapes.length === 0 ? UNKNOWN : { values: shapes, complete: true };
}
