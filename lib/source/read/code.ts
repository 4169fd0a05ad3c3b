import ts from "typescript";
import { literalName, placeOf, type FunctionNode } from "../ast";
import { referencesTo } from "../scope";
import { only, UNKNOWN, type Evaluator, type Possible, type Value } from "../evaluate/values";
import { langGraphName } from "../library";
import type { SourceGoto } from "../../schema/source";
import type { Action } from "./actions";
import { targetsOf } from "./targets";

type FunctionValue = Extract<Value, { kind: "function" }>;

/** What a node's code says about its successors and channels. */
export type NodeCode = {
  gotos: SourceGoto[];
  /** Names among them that only a type allows. */
  typed: string[];
  /** Every `Command` names its successors readably. */
  complete: boolean;
  reads: string[] | null;
  writes: string[] | null;
};

const NO_CODE: NodeCode = { gotos: [], typed: [], complete: true, reads: null, writes: null };

/** Reads what a node's functions return and use. `state` is bound to the first parameter. */
export function readCode({ functions }: Action, state: Possible, evaluator: Evaluator): NodeCode {
  if (functions.length === 0) return NO_CODE;
  const code: NodeCode = { gotos: [], typed: [], complete: true, reads: [], writes: [] };
  const said = new Set<string>();
  for (const fn of functions) {
    code.reads?.push(...readsOf(fn.node));
    collectResult(resultOf(fn, state, evaluator), code, said, 0);
  }
  const typed = code.gotos.flatMap(({ target }) => (said.has(target) ? [] : [target]));
  return { ...code, typed, reads: [...new Set(code.reads)], writes: [...new Set(code.writes)], gotos: uniqueGotos(code.gotos) };
}

/** What a function may return for this state. */
export function resultOf(fn: FunctionValue, state: Possible, evaluator: Evaluator): Possible {
  const [first] = fn.node.parameters;
  const typed = first?.type === undefined ? UNKNOWN : evaluator.ofType(first.type, fn.env);
  return evaluator.apply(fn, [typed.complete && typed.values.length > 0 ? typed : state, UNKNOWN]);
}

function collectResult(result: Possible, code: NodeCode, said: Set<string>, depth: number): void {
  if (depth > 5) return;
  for (const value of result.values) {
    if (value.kind === "object") code.writes?.push(...value.fields.keys());
    else if (value.kind === "command") collectCommand(value, code, said);
    else if (value.kind === "array") for (const item of value.items) collectResult(item, code, said, depth + 1);
  }
}

/** `said`: the names that the text itself says. */
function collectCommand(command: Extract<Value, { kind: "command" }>, code: NodeCode, said: Set<string>): void {
  const update = command.fields.get("update")?.value();
  for (const value of update?.values ?? []) if (value.kind === "object") code.writes?.push(...value.fields.keys());
  const graph = command.fields.get("graph");
  const toParent = graph !== undefined && isParent(graph.value());
  const goto = command.fields.get("goto");
  if (goto === undefined) {
    if (command.open) code.complete = false;
    return;
  }
  const found = targetsOf(goto.value());
  if (!found.complete && !toParent) code.complete = false;
  for (const { value, node, send, origin } of found.targets) {
    if (origin === "text") said.add(value);
    code.gotos.push({ kind: toParent ? "parent" : send ? "send" : "command", target: value, place: placeOf(node) });
  }
}

function isParent(possible: Possible): boolean {
  const value = only(possible);
  if (value === null) return false;
  return langGraphName(value) === "Command.PARENT" || (value.kind === "string" && value.text === "__parent__");
}

function uniqueGotos(gotos: readonly SourceGoto[]): SourceGoto[] {
  const seen = new Map(gotos.map((goto) => [`${goto.kind} ${goto.target} ${goto.place.file} ${goto.place.start}`, goto]));
  return [...seen.values()];
}

/** The properties of its first parameter that a function uses. */
export function readsOf({ parameters }: FunctionNode): string[] {
  const [state] = parameters;
  if (state === undefined) return [];
  return ts.isIdentifier(state.name) ? referencesTo(state).flatMap(readBy) : boundNames(state.name);
}

function readBy(reference: ts.Identifier): string[] {
  let at: ts.Node = reference;
  while (ts.isParenthesizedExpression(at.parent) || ts.isAsExpression(at.parent) || ts.isNonNullExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === at) return [parent.name.text];
  if (ts.isElementAccessExpression(parent) && parent.expression === at && ts.isStringLiteralLike(parent.argumentExpression))
    return [parent.argumentExpression.text];
  return ts.isVariableDeclaration(parent) && parent.initializer === at && !ts.isIdentifier(parent.name) ? boundNames(parent.name) : [];
}

function boundNames(pattern: ts.BindingPattern): string[] {
  if (ts.isArrayBindingPattern(pattern)) return [];
  return pattern.elements.flatMap((element) => {
    if (element.dotDotDotToken !== undefined) return [];
    const name = element.propertyName ?? element.name;
    return ts.isBindingName(name) && !ts.isIdentifier(name) ? [] : (literalName(name) ?? []);
  });
}
