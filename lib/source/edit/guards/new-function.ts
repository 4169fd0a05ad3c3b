import ts from "typescript";
import type { Declaration } from "../../scope";
import { isJavaScript } from "../builder";
import type { EditContext } from "../context";
import type { Draft } from "../draft";
import { stateHead } from "../write-node";
import { isInside } from "./body";
import { movedText, textBetween } from "./moved-text";
import type { Handed } from "./hand-over";
import type { Split } from "./split";
import { contains, isAsync } from "./target";

/** The new node's function: its parameters in parentheses, and its body in braces, indented as the asking one is. */
export type NewFunction = { head: string; body: string; isAsync: boolean };

/** Writes the function of the new node out of what moves; a reason where it cannot be written. */
export function newFunction(context: EditContext, split: Split, handed: readonly Handed[]): NewFunction | { reason: string } {
  const { body, moved, copied, parts } = split;
  const { draft } = body;
  const taken = handed.filter(({ replaces }) => replaces.length === 0);
  const head = headOf(context, split, handed);
  if (typeof head === "object") return head;
  const outer = draft.indentation(body.fn.getStart(draft.sourceFile));
  const inner = outer + draft.style.indent;
  const end = draft.style.semicolons ? ";" : "";
  const [state] = body.fn.parameters;
  const isPattern = state !== undefined && !ts.isIdentifier(state.name);
  const lines: string[] = [];
  if (taken.length > 0 && !isPattern) {
    const names = taken.map(({ channel, local }) => (channel === local ? local : `${channel}: ${local}`));
    lines.push(`const { ${names.join(", ")} } = ${state === undefined ? "state" : state.name.getText(draft.sourceFile)}${end}`);
  }
  const rewrites = handed.flatMap(({ channel, replaces }) =>
    replaces.filter(ts.isPropertyAccessExpression).map(({ name }) => ({ start: name.getStart(draft.sourceFile), end: name.end, text: channel })),
  );
  const inOrder = body.statements.filter((each) => moved.includes(each) || copied.includes(each));
  for (const each of inOrder) lines.push(movedText(draft, [each], inner, rewrites));
  const returned = parts.map((part) => textBetween(draft, part.getStart(draft.sourceFile), part.end, inner, rewrites));
  lines.push(returned.length === 0 ? `return {}${end}` : `return { ${returned.join(", ")} }${end}`);
  const { eol } = draft.style;
  return {
    head,
    body: `{${lines.map((line) => eol + inner + line).join("")}${eol}${outer}}`,
    isAsync: isAsync(body.fn) || inOrder.some((each) => contains(each, ts.isAwaitExpression)),
  };
}

/** The parameters that the new function needs, as the asking one writes them. */
function headOf(context: EditContext, { body, moved, copied, parts }: Split, handed: readonly Handed[]): string | { reason: string } {
  const { draft, fn } = body;
  const used = new Set<Declaration>();
  for (const part of [...moved, ...copied, ...parts]) for (const use of body.usesIn(part)) if (body.isParameter(use)) used.add(use);
  const needs = (parameter: ts.ParameterDeclaration) => [...used].some((each) => isInside(each, parameter));
  const [state] = fn.parameters;
  if (state === undefined) {
    if (handed.length === 0) return "()";
    if (draft.sourceFile.fileName !== context.file && !isJavaScript(draft.sourceFile.fileName))
      return { reason: "The new node needs the state, which the function in the other file does not take." };
    return stateHead(context).replace(/ => $/, "");
  }
  if (handed.length > 0 && state.type !== undefined && ts.isTypeLiteralNode(state.type))
    return { reason: "The type of the function's parameter lists its channels, and the new node needs more of them." };
  const last = fn.parameters.findLastIndex((each, index) => needs(each) || (index === 0 && handed.length > 0));
  const texts = fn.parameters.slice(0, last + 1).map((each, index) => {
    const isNeeded = needs(each) || (index === 0 && handed.length > 0);
    const type = each.type === undefined ? "" : `: ${each.type.getText(draft.sourceFile)}`;
    if (ts.isIdentifier(each.name)) return isNeeded ? each.getText(draft.sourceFile) : `_${each.name.text}${type}`;
    return `${patternText(draft, each.name, used, index === 0 ? handed : [])}${type}`;
  });
  return `(${texts.join(", ")})`;
}

function patternText(draft: Draft, pattern: ts.BindingPattern, used: ReadonlySet<Declaration>, handed: readonly Handed[]): string {
  if (ts.isArrayBindingPattern(pattern)) return pattern.getText(draft.sourceFile);
  const hidden = new Set(handed.map(({ local }) => local));
  const kept = pattern.elements.filter((each) => [...used].some((use) => isInside(use, each)) && !hidden.has(each.name.getText(draft.sourceFile)));
  const texts = [
    ...kept.map((each) => each.getText(draft.sourceFile)),
    ...handed.map(({ channel, local }) => (channel === local ? local : `${channel}: ${local}`)),
  ];
  return `{ ${texts.join(", ")} }`;
}
