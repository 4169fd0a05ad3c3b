import ts from "typescript";
import { isFunctionNode, type FunctionNode } from "../../source/ast";
import { pathOf, type Callee, type Code } from "./code";

/** Wrappers that keep a result and give it again: LangGraph's `task`, the kit's `effect`, and what says so by its name. */
const KEEPS = /once|idempoten|memoi[sz]e/i;

/** True for a function that keeps what it is given to do. */
export function keeps(code: Code, expression: ts.Expression): boolean {
  return code.isLangGraph(expression, "task") || isKitEffect(code, expression) || KEEPS.test(pathOf(expression));
}

function isKitEffect(code: Code, expression: ts.Expression): boolean {
  const callee = code.calleeOf(expression);
  return pathOf(expression).split(".").at(-1) === "effect" && (callee.kind === "package" || callee.kind === "function");
}

/** True for a function that a keeper is given: it does not run each time that it is come to. */
export function isGivenToKeeper(code: Code, fn: FunctionNode): boolean {
  return ts.isCallExpression(fn.parent) && fn.parent.expression !== fn && keeps(code, fn.parent.expression);
}

/** True for a call of what `task(…)` or `effect(…)` made, of such a wrapper itself, and for what stands in a function that one is given. */
export function isKept(code: Code, call: ts.CallExpression, callee: Callee): boolean {
  if (callee.kind === "value" && ts.isCallExpression(callee.initializer) && keeps(code, callee.initializer.expression)) return true;
  if (keeps(code, call.expression)) return true;
  if (ts.isCallExpression(call.expression) && keeps(code, call.expression.expression)) return true;
  for (let at: ts.Node = call.parent; !ts.isSourceFile(at); at = at.parent) if (isFunctionNode(at) && isGivenToKeeper(code, at)) return true;
  return false;
}
