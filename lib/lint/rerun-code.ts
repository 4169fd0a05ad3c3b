import ts from "typescript";
import { isEffectName } from "../effects/effects";
import type { PlannedCall, PlannedTask } from "../schema/rerun";
import type { SourceGraph, SourceModel, SourceNode } from "../schema/source";
import { isFunctionNode, placeOf, unwrap, type FunctionNode } from "../source/ast";
import type { SourceHost } from "../source/host";
import { Modules } from "../source/modules";
import { readSource } from "../source/read-source";
import { callsBeforeInterrupts } from "./code/before-interrupt";
import { callsOf, isInterrupt, type CallStep } from "./code/calls";
import { Code, pathOf, type Callee } from "./code/code";
import { effectOf } from "./code/effects";
import { isKept, keeps } from "./code/keeps";
import { isPureCall, isPurePackage } from "./code/pure-calls";

export type RerunCode = NonNullable<PlannedTask["code"]>;

/** Which part of a node's function runs again: up to a question (how many of them were answered before), or all of it. */
export type RerunPart = { until: "question"; answered: number } | { until: "end" };

/** Characters of a function's text that are shown. */
const MOST_TEXT = 40_000;
const MOST_CALLS = 100;

/** Reads the code of nodes that run again, of one project as it is now. */
export class RerunCodeReader {
  readonly #host: SourceHost;
  readonly #modules: Modules;
  readonly #code: Code;
  readonly #models = new Map<string, SourceModel>();

  constructor(host: SourceHost, model: SourceModel) {
    this.#host = host;
    this.#modules = new Modules(host);
    this.#code = new Code(this.#modules);
    this.#models.set(model.file, model);
  }

  /** A node of a workflow by the names on the way to it, subgraphs first; null where the text does not show it. */
  node(file: string, graph: string, path: readonly string[]): SourceNode | null {
    const [name, ...rest] = path;
    const found = this.#graph(file, graph)?.nodes.find((node) => node.name === name);
    if (found === undefined || rest.length === 0) return found ?? null;
    return found.subgraph === null ? null : this.node(found.subgraph.file, found.subgraph.graph, rest);
  }

  #graph(file: string, name: string): SourceGraph | null {
    const model = this.#models.get(file) ?? readSource(this.#host, file);
    this.#models.set(file, model);
    return model.graphs.find((graph) => graph.name === name) ?? null;
  }

  /** The function of a node with the part that runs again and the calls in it; null where it has none that can be looked into. */
  read(node: SourceNode, part: RerunPart): RerunCode | null {
    const fn = this.#code.functionOf(node.action);
    if (fn?.body === undefined) return null;
    const sourceFile = fn.getSourceFile();
    const shown = shownOf(fn);
    const first = lineOf(sourceFile, shown.getStart(sourceFile));
    const text = sourceFile.text.slice(sourceFile.getPositionOfLineAndCharacter(first - 1, 0), shown.getEnd());
    const questions = questionsOf(this.#code, fn);
    return {
      file: sourceFile.fileName,
      source: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}\n…` : text,
      first_line: first,
      interrupt_lines: [...new Set(questions.map(({ site }) => lineOf(sourceFile, site.getStart(sourceFile))))].sort((a, b) => a - b),
      before: part.until === "end" ? bodyLines(fn) : linesBefore(fn, questions, part.answered),
      calls: this.#calls(fn, questions, part).slice(0, MOST_CALLS),
    };
  }

  #calls(fn: FunctionNode, questions: readonly Question[], part: RerunPart): PlannedCall[] {
    const classify = (call: ts.CallExpression, callee: Callee) => plannedCall(this.#code, call, callee);
    const found =
      part.until === "end"
        ? callsOf(this.#code, fn).flatMap(({ call, callee }) => (ts.isCallExpression(call) ? (classify(call, callee) ?? []) : []))
        : callsBeforeInterrupts(this.#code, fn, classify)
            .filter(({ interrupt }) => isBefore(questions, interrupt, part.answered))
            .map(({ effect }) => effect);
    const byPlace = new Map(found.map((call) => [`${call.place.file} ${call.place.start} ${call.place.end}`, call]));
    return [...byPlace.values()];
  }
}

/** A call of `interrupt`, and where the function itself leads to it. */
type Question = { call: CallStep["call"]; site: CallStep["call"] };

function questionsOf(code: Code, fn: FunctionNode): Question[] {
  return callsOf(code, fn)
    .filter(isInterrupt)
    .map(({ call, trail }) => ({ call, site: trail[0] ?? call }));
}

/** The question that waits when so many were answered before; the last one of a function whose loop asks more often. */
function pending(questions: readonly Question[], answered: number): Question | undefined {
  return questions[Math.min(answered, questions.length - 1)];
}

function isBefore(questions: readonly Question[], interrupt: ts.CallExpression, answered: number): boolean {
  const index = questions.findIndex(({ call }) => call === interrupt);
  return index === -1 || index <= answered;
}

function lineOf(sourceFile: ts.SourceFile, position: number): number {
  return sourceFile.getLineAndCharacterOfPosition(position).line + 1;
}

/** The statement, member or call argument that a function stands in, so that its name is shown. */
function shownOf(fn: FunctionNode): ts.Node {
  if (ts.isVariableDeclaration(fn.parent) && ts.isVariableStatement(fn.parent.parent.parent)) return fn.parent.parent.parent;
  return fn;
}

function bodyLines(fn: FunctionNode): [number, number] | null {
  const { body } = fn;
  if (body === undefined) return null;
  const sourceFile = fn.getSourceFile();
  const inner = ts.isBlock(body) ? body.statements : [body];
  const [first] = inner;
  const last = inner.at(-1);
  if (first === undefined || last === undefined) return null;
  return [lineOf(sourceFile, first.getStart(sourceFile)), lineOf(sourceFile, last.getEnd())];
}

/** The lines from the first of the body to the one before the question that waits; of a loop that asks in rounds, all of it. */
function linesBefore(fn: FunctionNode, questions: readonly Question[], answered: number): [number, number] | null {
  const whole = bodyLines(fn);
  const question = pending(questions, answered);
  if (whole === null || question === undefined) return whole;
  const sourceFile = fn.getSourceFile();
  let statement: ts.Node = question.site;
  let loop: ts.Node | null = null;
  for (let at: ts.Node = question.site; at !== fn && !ts.isSourceFile(at); at = at.parent) {
    if (statement === question.site && ts.isStatement(at)) statement = at;
    if (ts.isIterationStatement(at, false) || isCallbackOfList(at)) loop = at;
  }
  const to = loop === null ? lineOf(sourceFile, statement.getStart(sourceFile)) - 1 : lineOf(sourceFile, loop.getEnd());
  return to < whole[0] ? null : [whole[0], to];
}

function isCallbackOfList(node: ts.Node): boolean {
  return (
    isFunctionNode(node) &&
    ts.isCallExpression(node.parent) &&
    ts.isPropertyAccessExpression(node.parent.expression) &&
    /^(map|flatMap|forEach|reduce|filter)$/.test(node.parent.expression.name.text)
  );
}

/** Names that say only that something is run: what that is, is told by its trace. */
const RUNS_SOMETHING = /^(invoke|ainvoke|call|run|execute|stream|batch|apply|start)$/;

/** True for a method of a literal, such as a pattern, and for what is chained on a package that works on values. */
function isOnValue(code: Code, expression: ts.Expression): boolean {
  const inner = unwrap(expression);
  if (!ts.isPropertyAccessExpression(inner)) return false;
  const value = code.valueOf(inner.expression);
  if (ts.isRegularExpressionLiteral(value) || ts.isStringLiteralLike(value) || ts.isTemplateExpression(value) || ts.isArrayLiteralExpression(value))
    return true;
  let root: ts.Expression = inner;
  while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = unwrap(root.expression);
  const callee = ts.isIdentifier(root) ? code.calleeOf(root) : null;
  return callee?.kind === "package" && isPurePackage(callee.module);
}

/** What a call in the code is, or null for one that only works on values, and for one of the project's own functions, which is looked into. */
function plannedCall(code: Code, call: ts.CallExpression, callee: Callee): PlannedCall | null {
  if (isInterrupt({ callee })) return null;
  const written = pathOf(call.expression);
  const kept = isKept(code, call, callee);
  const made = (kind: PlannedCall["kind"]): PlannedCall => ({ name: written === "" ? "a call" : written, kind, place: placeOf(call), kept });
  if (kept && (keeps(code, call.expression) || callee.kind === "value")) return made("effect");
  if (callee.kind === "function") return null;
  const known = effectOf(code, call, callee);
  if (known !== null) return made(known.kind);
  if (isPureCall(callee, written) || isOnValue(code, call.expression)) return null;
  const last = written.split(".").at(-1) ?? "";
  // A name alone is only believed where the call is waited for.
  return made(isEffectName(last) && !RUNS_SOMETHING.test(last) && ts.isAwaitExpression(call.parent) ? "effect" : "unknown");
}
