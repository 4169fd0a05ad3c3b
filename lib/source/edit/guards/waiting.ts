import ts from "typescript";
import type { FunctionNode } from "../../ast";
import { referencesTo } from "../../scope";
import { isAsync, type GuardTarget } from "./target";

/**
 * How what a call gives is waited for. `awaited`: it is already. `promise`: a promise is what is wanted here. `add`: an
 * `await` has to be written, in a function that is or becomes async.
 */
export type Waiting = "awaited" | "promise" | "add";

/** How a call is waited for, or why it cannot be. What takes its place always gives a promise. */
export function waitingOf({ call, fn, nodeFn }: GuardTarget): Waiting | { reason: string } {
  if (ts.isConstructorDeclaration(fn) || ts.isAccessor(fn) || ("asteriskToken" in fn && fn.asteriskToken !== undefined)) {
    return { reason: "The call stands in a function that cannot wait for it." };
  }
  if (fn.body === undefined || call.pos < fn.body.pos)
    return { reason: "The call stands in the default of a parameter: move it into the function first." };
  const at = outermost(call);
  const { parent } = at;
  if (ts.isAwaitExpression(parent)) return "awaited";
  const isPromise =
    ts.isVoidExpression(parent) ||
    (ts.isPropertyAccessExpression(parent) && /^(?:then|catch|finally)$/.test(parent.name.text)) ||
    isInPromiseCall(at) ||
    (isResult(at, fn) && (isAsync(fn) || fn === nodeFn?.node || isMappedInPromiseCall(fn)));
  if (isPromise) return "promise";
  if (isAsync(fn)) return "add";
  if (fn !== nodeFn?.node)
    return { reason: `The call stands in a function that is not async, so it cannot wait for the result. Make that function async first.` };
  return isCalled(fn)
    ? { reason: "The node's function is called by other code too, which would have to wait for it. Make it async in the code first." }
    : "add";
}

/** The expression around a call that has the same value: with parentheses, `as` and `!`. */
export function outermost(call: ts.Expression): ts.Expression {
  let at = call;
  for (;;) {
    const { parent } = at;
    if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isNonNullExpression(parent)) {
      at = parent;
    } else return at;
  }
}

/** True where a value is what the function gives. */
function isResult(at: ts.Expression, fn: FunctionNode): boolean {
  return ts.isReturnStatement(at.parent) || fn.body === at;
}

/** `Promise.all([call()])`. */
function isInPromiseCall(at: ts.Node): boolean {
  const around = ts.isArrayLiteralExpression(at.parent) ? at.parent.parent : at.parent;
  return ts.isCallExpression(around) && around !== at && /^Promise\.\w+$/.test(around.expression.getText());
}

/** `Promise.all(items.map((item) => call(item)))`. */
function isMappedInPromiseCall(fn: FunctionNode): boolean {
  return ts.isCallExpression(fn.parent) && isInPromiseCall(fn.parent);
}

function isCalled(fn: FunctionNode): boolean {
  const declaration = ts.isFunctionDeclaration(fn) ? fn : ts.isVariableDeclaration(fn.parent) ? fn.parent : null;
  return declaration !== null && referencesTo(declaration).some((use) => ts.isCallExpression(use.parent) && use.parent.expression === use);
}

/** Makes the function async, with a promise for the type that it says it gives. */
export function makeAsync({ draft, fn }: GuardTarget): void {
  if (isAsync(fn)) return;
  const { sourceFile } = draft;
  const keyword =
    ts.isFunctionDeclaration(fn) || ts.isFunctionExpression(fn)
      ? fn.getChildren(sourceFile).find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword)
      : null;
  const at = keyword ?? (ts.isMethodDeclaration(fn) ? fn.name : null);
  draft.insert((at ?? fn).getStart(sourceFile), "async ");
  if (fn.type !== undefined && !/^Promise\b/.test(fn.type.getText(sourceFile))) draft.replaceNode(fn.type, `Promise<${fn.type.getText(sourceFile)}>`);
}

/** The result of a call is used: it is more than a statement of its own. */
export function isResultUsed(call: ts.CallExpression): boolean {
  let at: ts.Node = outermost(call).parent;
  while (ts.isAwaitExpression(at) || ts.isParenthesizedExpression(at) || ts.isVoidExpression(at)) at = at.parent;
  return !ts.isExpressionStatement(at);
}
