import ts from "typescript";
import { isFunctionNode } from "../../ast";
import { declarationOf, type Declaration } from "../../scope";
import { isJavaScript } from "../builder";
import type { EditContext } from "../context";
import { importName } from "../text";
import { isInside } from "./body";
import { itemType, type CallsLoop } from "./calls-loop";
import { movedText, textBetween, type Rewrite } from "./moved-text";
import type { NewFunction } from "./new-function";
import { collect, isAsync } from "./target";

/** The function that makes one call, and what it is sent. */
export type RoundFunction = NewFunction & {
  /** `{ call }`, or with the state where a round reads that. */
  payload: string;
  /** What the node returned beside the results, which the sending one returns. */
  rest: ts.ObjectLiteralElementLike[];
};

/** Writes the function for one round of a loop; a reason where it cannot be written. */
export function roundFunction(context: EditContext, loop: CallsLoop): RoundFunction | { reason: string } {
  const { body, kind, round, lists, copied } = loop;
  const { draft } = body;
  const returned = resultsOf(context, loop);
  if ("reason" in returned) return returned;
  const head = headOf(loop);
  if ("reason" in head) return head;
  const { eol, indent, semicolons } = draft.style;
  const outer = draft.indentation(body.fn.getStart(draft.sourceFile));
  const inner = outer + indent;
  const end = semicolons ? ";" : "";
  const lines = [...head.lines];
  for (const each of body.statements)
    if (lists.has(each as ts.VariableStatement) || copied.includes(each)) lines.push(movedText(draft, [each], inner));
  const give = (value: string | null) => `return ${returned.text(value)}${end}`;
  if (kind === "for") {
    const statements = ts.isBlock(round) ? [...round.statements] : ts.isStatement(round) ? [round] : [];
    const rewrites = collect(
      round,
      ts.isContinueStatement,
      (node) => isFunctionNode(node) || (node !== round && ts.isIterationStatement(node, false)),
    );
    lines.push(
      movedText(
        draft,
        statements,
        inner,
        rewrites.map((each) => ({ start: each.getStart(draft.sourceFile), end: each.end, text: give(null) })),
      ),
    );
    lines.push(give(null));
  } else if (ts.isBlock(round)) {
    const returns = collect(round, ts.isReturnStatement, (node) => isFunctionNode(node));
    const base = draft.indentation(round.statements[0]?.getStart(draft.sourceFile) ?? round.end);
    const rewrites = returns.map((each): Rewrite => {
      const start = each.getStart(draft.sourceFile);
      const indentation = inner + draft.indentation(start).slice(base.length);
      const value =
        each.expression === undefined
          ? "undefined"
          : textBetween(draft, each.expression.getStart(draft.sourceFile), each.expression.end, indentation);
      return { start, end: each.end, text: give(value) };
    });
    lines.push(movedText(draft, round.statements, inner, rewrites));
  } else if (ts.isExpression(round)) {
    lines.push(give(textBetween(draft, round.getStart(draft.sourceFile), round.end, inner)));
  }
  return {
    head: head.text,
    payload: head.payload,
    body: `{${lines.map((line) => eol + inner + line).join("")}${eol}${outer}}`,
    isAsync: isAsync(body.fn) || collect(round, ts.isAwaitExpression).length > 0,
    rest: returned.rest,
  };
}

/** What a round returns, and what is left for the sending node; a reason where several rounds would overwrite one another. */
function resultsOf(
  context: EditContext,
  loop: CallsLoop,
): { text: (value: string | null) => string; rest: ts.ObjectLiteralElementLike[] } | { reason: string } {
  const { end, body, lists, kind, results } = loop;
  const { draft } = body;
  if (end?.expression === undefined) return { text: () => "{}", rest: [] };
  const object = end.expression;
  if (!ts.isObjectLiteralExpression(object))
    return { reason: "What the node returns is not written out as an object, so that it cannot be returned call by call." };
  const isList = (use: Declaration) => {
    const by = body.declaredBy(use);
    return by !== null && lists.has(by as ts.VariableStatement);
  };
  const own: { name: string; whole: string; value: ts.Expression | null }[] = [];
  const rest: ts.ObjectLiteralElementLike[] = [];
  for (const property of object.properties) {
    const uses = body.usesIn(property);
    const value = ts.isPropertyAssignment(property) ? property.initializer : ts.isShorthandPropertyAssignment(property) ? property.name : null;
    const isResult = results !== null && (ts.isExpression(results) ? isInside(results, property) : uses.has(results));
    if (![...uses].some(isList) && !isResult) {
      rest.push(property);
      continue;
    }
    const name = property.name?.getText(draft.sourceFile) ?? "";
    const channel = context.graph.channels.find((each) => each.name === name.replaceAll(/["']/g, ""));
    if (value === null || channel === undefined) return { reason: "What the node returns of the calls could not be read." };
    if (channel.reducer === null || channel.reducer.kind === "last")
      return { reason: `\`${name}\` keeps only its last value: give the channel a reducer that adds to it, so that each call can return its own.` };
    const isPlain = isResult
      ? value === results || (ts.isIdentifier(value) && !ts.isExpression(results) && declarationOf(value) === results)
      : ts.isIdentifier(value) || isSpreadOfOne(value);
    if (!isPlain) return { reason: `What the node returns as \`${name}\` is made of all results together.` };
    own.push({ name, whole: property.getText(draft.sourceFile), value });
  }
  if (own.length === 0 && (kind === "map" || lists.size > 0)) return { reason: "What comes of the calls is not returned." };
  return {
    rest,
    text: (value) => (own.length === 0 ? "{}" : `{ ${own.map((each) => (value === null ? each.whole : `${each.name}: [${value}]`)).join(", ")} }`),
  };
}

/** `[...results]` */
function isSpreadOfOne(value: ts.Expression): boolean {
  return (
    ts.isArrayLiteralExpression(value) &&
    value.elements.length === 1 &&
    value.elements.every((each) => ts.isSpreadElement(each) && ts.isIdentifier(each.expression))
  );
}

type Head = { text: string; payload: string; lines: string[] };

/** The parameters: what is sent, and the settings of the run where a round uses them. */
function headOf(loop: CallsLoop): Head | { reason: string } {
  const { body, item, round, copied } = loop;
  const { draft, fn } = body;
  const isScript = isJavaScript(draft.sourceFile.fileName);
  const type = isScript ? null : itemType(loop);
  if (!isScript && type === null) return { reason: "The type of what the loop goes through is not written down: give that a type first." };
  const key = ts.isIdentifier(item) ? item.text : "item";
  if (type?.isToolCall === true) {
    const from = draft.text.includes("@langchain/core/messages")
      ? "@langchain/core/messages"
      : draft.text.includes('"langchain"')
        ? "langchain"
        : "@langchain/core/messages";
    draft.add(importName(draft.sourceFile, { from, name: "ToolCall", type: true }).changes);
  }
  const used = new Set<Declaration>();
  for (const part of [round, ...copied]) for (const use of body.usesIn(part)) if (body.isParameter(use)) used.add(use);
  const needs = (parameter: ts.ParameterDeclaration) => [...used].some((use) => isInside(use, parameter));
  const [state, ...others] = fn.parameters;
  const end = draft.style.semicolons ? ";" : "";
  const sent = isScript ? "" : `{ ${key}: ${type?.text ?? "any"} }`;
  const binding = ts.isIdentifier(item) ? key : `${key}: ${item.getText(draft.sourceFile)}`;
  const last = others.findLastIndex(needs);
  const rest = others
    .slice(0, last + 1)
    .map((each) => (needs(each) || !ts.isIdentifier(each.name) ? each.getText(draft.sourceFile) : `_${each.getText(draft.sourceFile)}`));
  if (state === undefined || !needs(state)) {
    return { text: `(${[`{ ${binding} }${isScript ? "" : `: ${sent}`}`, ...rest].join(", ")})`, payload: `{ ${key} }`, lines: [] };
  }
  const whole = isScript ? "" : `: ${state.type === undefined ? "any" : state.type.getText(draft.sourceFile)} & ${sent}`;
  if (!isScript && state.type === undefined) return { reason: "The node's function does not say of which type its state is: write that down first." };
  if (ts.isIdentifier(state.name)) {
    const name = state.name.text;
    return {
      text: `(${[`${name}${whole}`, ...rest].join(", ")})`,
      payload: `{ ...${name}, ${key} }`,
      lines: [`const { ${binding} } = ${name}${end}`],
    };
  }
  if (!ts.isObjectBindingPattern(state.name)) return { reason: "The node's function takes its state apart in a way that cannot be sent on." };
  const elements = state.name.elements.filter((each) => [...used].some((use) => isInside(use, each)));
  if (elements.some((each) => each.dotDotDotToken !== undefined || each.propertyName !== undefined || !ts.isIdentifier(each.name)))
    return { reason: "The node's function takes its state apart in a way that cannot be sent on." };
  const names = elements.map((each) => each.name.getText(draft.sourceFile));
  return {
    text: `(${[`{ ${[...names, binding].join(", ")} }${whole}`, ...rest].join(", ")})`,
    payload: `{ ${[...names, key].join(", ")} }`,
    lines: [],
  };
}
