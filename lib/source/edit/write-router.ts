import ts from "typescript";
import type { FunctionNode } from "../ast";
import { isFunctionNode } from "../ast";
import { isJavaScript } from "./builder";
import { expressionProblem, identifiersInExpression } from "./code";
import type { EditContext } from "./context";
import type { Draft } from "./draft";
import { quoted } from "./names";
import { returnTypes } from "./router";
import { stateType } from "./state-type";

/** A way that a router can go, and the condition over `state` that picks it. */
export type WantedBranch = { label: string; target: string; when?: string | undefined };

/** The conditions that are no expressions; null where all are fine. */
export function conditionProblem(branches: readonly WantedBranch[]): string | null {
  for (const { when } of branches) {
    const problem = when === undefined ? null : expressionProblem(when);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * A plain router: one `if` per condition in order, and the last branch where none holds. Null in TypeScript where the
 * state's type has no name: the router has to stand inline then.
 */
export function routerText(context: EditContext, draft: Draft, name: string, branches: readonly WantedBranch[]): string[] | null {
  const type = stateType(context);
  const usesState = branches.slice(0, -1).some(({ when }) => when !== undefined);
  if (usesState && type === null && !isJavaScript(context.file)) return null;
  const parameter = !usesState ? "" : type === null ? "state" : `state: ${type}`;
  return [`function ${name}(${parameter}) {`, ...bodyLines(draft, branches), "}"];
}

/** The lines between the braces. */
export function bodyLines(draft: Draft, branches: readonly WantedBranch[]): string[] {
  const { indent, semicolons } = draft.style;
  const end = semicolons ? ";" : "";
  const last = branches.at(-1);
  const conditions = branches
    .slice(0, -1)
    .flatMap(({ label, when }) => (when === undefined ? [] : [`if (${when.trim()}) return ${quoted(label, draft.style)}${end}`]));
  return [...conditions, ...(last === undefined ? [] : [`return ${quoted(last.label, draft.style)}${end}`])].map((line) => indent + line);
}

/** Lets a router return one more label, before whatever it returned so far. False where its code is not plain enough for that. */
export function addReturn(context: EditContext, draft: Draft, fn: FunctionNode, label: string, when: string): boolean {
  const condition = conditionFor(context, draft, fn, when);
  if (condition === null || fn.body === undefined) return false;
  const value = quoted(label, draft.style);
  if (!ts.isBlock(fn.body)) {
    draft.insert(fn.body.getStart(draft.sourceFile), `${needsParentheses(condition) ? `(${condition})` : condition} ? ${value} : `);
  } else {
    const last = fn.body.statements.at(-1);
    if (last === undefined || !(ts.isReturnStatement(last) || ts.isSwitchStatement(last) || ts.isIfStatement(last) || ts.isThrowStatement(last)))
      return false;
    const start = last.getStart(draft.sourceFile);
    if (!draft.beginsLine(start)) draft.insert(start, `if (${condition}) return ${value}; `);
    else {
      const line = `if (${condition}) return ${value}${draft.style.semicolons ? ";" : ""}`;
      draft.insert(start, line + draft.style.eol + draft.indentation(start));
    }
  }
  addReturnType(draft, fn, label);
  return true;
}

function needsParentheses(condition: string): boolean {
  return /=>|\?(?![.?])|(?<![=!<>])=(?!=)|,/.test(condition);
}

/** The condition in the words of the function: its parameter may have another name, or be taken apart. */
function conditionFor(context: EditContext, draft: Draft, fn: FunctionNode, when: string): string | null {
  const uses = identifiersInExpression(when).filter(({ name }) => name === "state");
  if (uses.length === 0) return when.trim();
  const parameter = fn.parameters[0];
  if (parameter === undefined) return addParameter(context, draft, fn) ? when.trim() : null;
  if (ts.isIdentifier(parameter.name)) return replaced(when, uses, parameter.name.text);
  if (!ts.isObjectBindingPattern(parameter.name)) return null;
  return overPattern(draft, parameter.name, when, uses);
}

type Use = ReturnType<typeof identifiersInExpression>[number];

function replaced(when: string, uses: readonly Use[], name: string): string {
  let result = when;
  for (const { start, end, isShorthand } of uses.toReversed()) {
    const text = isShorthand && name !== "state" ? `state: ${name}` : name;
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result.trim();
}

function overPattern(draft: Draft, pattern: ts.ObjectBindingPattern, when: string, uses: readonly Use[]): string | null {
  let result = when;
  const missing = new Set<string>();
  for (const { start, member, memberEnd } of uses.toReversed()) {
    if (member === null) return null;
    const element = pattern.elements.find((each) => (each.propertyName ?? each.name).getText() === member && each.dotDotDotToken === undefined);
    if (element !== undefined && !ts.isIdentifier(element.name)) return null;
    if (element === undefined) missing.add(member);
    result = result.slice(0, start) + (element?.name.getText() ?? member) + result.slice(memberEnd);
  }
  const last = pattern.elements.at(-1);
  if (last?.dotDotDotToken !== undefined) return null;
  const names = [...missing].join(", ");
  if (names !== "" && last === undefined) draft.replaceNode(pattern, `{ ${names} }`);
  else if (names !== "" && last !== undefined) draft.insert(last.end, `, ${names}`);
  return result.trim();
}

function addParameter(context: EditContext, draft: Draft, fn: FunctionNode): boolean {
  const type = draft.sourceFile.fileName === context.file ? stateType(context) : null;
  const isContextual = ts.isArrowFunction(fn) && ts.isCallExpression(fn.parent);
  if (type === null && !isContextual && !isJavaScript(draft.sourceFile.fileName)) return false;
  const open = draft.text.indexOf("(", isFunctionNode(fn) && fn.name !== undefined ? fn.name.end : fn.getStart(draft.sourceFile));
  if (open < 0) return false;
  draft.insert(open + 1, type === null || isContextual ? "state" : `state: ${type}`);
  return true;
}

/** Adds a label to the union of strings that a router says it returns. */
function addReturnType(draft: Draft, fn: FunctionNode, label: string): void {
  const { type } = fn;
  if (type === undefined || returnTypes(fn, label).length > 0) return;
  const last = returnTypes(fn, null).at(-1);
  if (last === undefined || last.getSourceFile() !== draft.sourceFile) return;
  draft.insert(last.end, ` | ${quoted(label, draft.style)}`);
}
