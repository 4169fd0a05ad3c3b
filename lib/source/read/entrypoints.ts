import ts from "typescript";
import { placeOf, unwrap, walk } from "../ast";
import { EMPTY_ENV, onlyString, type Evaluator, type Value } from "../evaluate/values";
import { END, langGraphName, START } from "../library";
import type { SourceAction, SourceEdge, SourceGraph, SourceNode } from "../../schema/source";
import { readAction } from "./actions";
import { docComment, firstSentence } from "./comments";
import type { Root } from "./roots";
import { UNKNOWN_STATE } from "./states";
import { traceBuilder } from "./trace";

type Made = Extract<Value, { kind: "made" }>;

const LOCK = "The functional API is shown, not edited";

/** A workflow of the functional API: one step of its own, and the tasks that its function calls. */
export function readEntrypoint(root: Root, evaluator: Evaluator): SourceGraph {
  const trace = traceBuilder(root.node, evaluator);
  const [options, fn] = root.node.arguments ?? [];
  const name = options === undefined ? null : nameOf(options, evaluator);
  const place = placeOf(root.node);
  const nodes: SourceNode[] = [];
  if (name !== null) nodes.push(stepNode(name, "call", root.node, fn, evaluator));
  for (const task of fn === undefined ? [] : tasksIn(fn, evaluator)) nodes.push(task);
  const edge = (source: string, target: string): SourceEdge => ({
    source,
    target,
    place,
    source_place: null,
    target_place: null,
    form: "agent",
    join: null,
    locked: LOCK,
  });
  return {
    name: root.name,
    api: "entrypoint",
    exported_as: trace.exportedAs,
    place,
    style: "chain",
    variable: trace.variable,
    nodes,
    edges: name === null ? [] : [edge(START, name), edge(name, END)],
    conditional: [],
    state: UNKNOWN_STATE,
    input: null,
    output: null,
    context: null,
    channels: [],
    compile: null,
    locked: name === null ? [{ reason: "Its name is computed", place }] : [],
  };
}

/** `"name"` or `{ name: "name" }`. */
function nameOf(options: ts.Expression, evaluator: Evaluator): string | null {
  const value = evaluator.evaluate(options, EMPTY_ENV);
  const text = onlyString(value);
  if (text !== null) return text.text;
  return onlyString(evaluator.member(value, "name", options))?.text ?? null;
}

function stepNode(name: string, form: SourceNode["form"], call: ts.Node, fn: ts.Expression | undefined, evaluator: Evaluator): SourceNode {
  const action = fn === undefined ? null : readAction(fn, EMPTY_ENV, evaluator).action;
  const comment = statementComment(call);
  return {
    name,
    place: placeOf(call),
    name_place: null,
    form,
    action: action ?? ({ kind: "unknown", name: null, place: null, definition: null, body: null } satisfies SourceAction),
    description: comment === null ? null : firstSentence(comment.text),
    description_place: comment?.place ?? null,
    options: {},
    options_place: null,
    ends: null,
    gotos: [],
    subgraph: null,
    kit: null,
    reads: null,
    writes: null,
    locked: LOCK,
  };
}

function statementComment(node: ts.Node): ReturnType<typeof docComment> {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) if (ts.isStatement(at)) return docComment(at);
  return null;
}

/** The tasks that a function calls, each once, in the order of their calls. */
function tasksIn(fn: ts.Expression, evaluator: Evaluator): SourceNode[] {
  const action = readAction(fn, EMPTY_ENV, evaluator);
  const tasks = new Map<string, SourceNode>();
  for (const { node } of action.functions) {
    if (node.body === undefined) continue;
    walk(node.body, (inner) => {
      if (ts.isCallExpression(inner)) addTask(inner, evaluator, tasks);
    });
  }
  return [...tasks.values()];
}

function addTask(call: ts.CallExpression, evaluator: Evaluator, tasks: Map<string, SourceNode>): void {
  const callee = unwrap(call.expression);
  if (!ts.isIdentifier(callee)) return;
  const made = evaluator
    .evaluate(callee, EMPTY_ENV)
    .values.find((value): value is Made => value.kind === "made" && langGraphName(value.of) === "task");
  const [options, fn] = made?.node.arguments ?? [];
  const name = options === undefined ? null : nameOf(options, evaluator);
  if (made !== undefined && name !== null && !tasks.has(name)) tasks.set(name, stepNode(name, "task", made.node, fn, evaluator));
}
