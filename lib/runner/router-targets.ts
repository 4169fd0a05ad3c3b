import type * as TypeScript from "typescript";
import { ts, type SourceFunction } from "./source-text";

const END = "__end__";

/** `active`: variables whose values are being read, so that one that depends on itself adds nothing. */
type Scope = { fn: TypeScript.Node; known: ReadonlySet<string>; active: Set<string> };

/**
 * The nodes that a router without a path map can return, read from its source text: every `return` must come to string
 * literals that name nodes, `END`, or `new Send("node", …)`. Null when any of them cannot be told, because a wrong
 * drawing is worse than a vague one.
 */
export function readRouterTargets(router: SourceFunction, nodeNames: readonly string[]): string[] | null {
  const { node } = router;
  if (!("body" in node) || node.body === undefined) return null;
  const scope: Scope = { fn: node, known: new Set([...nodeNames, END]), active: new Set() };
  const targets = resultTargets(node.body, scope);
  return targets === null || targets.size === 0 ? null : [...targets];
}

/** Targets of a function's body: a block's returns, or an arrow's expression. */
function resultTargets(body: TypeScript.Node, scope: Scope): Set<string> | null {
  if (!ts.isBlock(body)) return targetsOf(body, scope);
  const returns: (TypeScript.Expression | undefined)[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node)) returns.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return union(returns, scope);
}

function union(expressions: readonly (TypeScript.Node | undefined)[], scope: Scope): Set<string> | null {
  const all = new Set<string>();
  for (const expression of expressions) {
    const targets = expression === undefined ? null : targetsOf(expression, scope);
    if (targets === null) return null;
    for (const target of targets) all.add(target);
  }
  return all;
}

function targetsOf(expression: TypeScript.Node, scope: Scope): Set<string> | null {
  if (ts.isStringLiteralLike(expression)) return scope.known.has(expression.text) ? new Set([expression.text]) : null;
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
  ) {
    return targetsOf(expression.expression, scope);
  }
  if (ts.isAwaitExpression(expression)) return targetsOf(expression.expression, scope);
  if (ts.isConditionalExpression(expression)) return union([expression.whenTrue, expression.whenFalse], scope);
  if (ts.isBinaryExpression(expression) && [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(expression.operatorToken.kind)) {
    return union([expression.left, expression.right], scope);
  }
  if (ts.isArrayLiteralExpression(expression)) return union(expression.elements, scope);
  if (ts.isSpreadElement(expression)) return targetsOf(expression.expression, scope);
  if (ts.isNewExpression(expression)) return sendTarget(expression, scope);
  if (ts.isCallExpression(expression)) return mappedTargets(expression, scope);
  if (ts.isIdentifier(expression)) return identifierTargets(expression, scope);
  return null;
}

function sendTarget(expression: TypeScript.NewExpression, scope: Scope): Set<string> | null {
  const target = expression.arguments?.[0];
  return ts.isIdentifier(expression.expression) && expression.expression.text === "Send" && target !== undefined ? targetsOf(target, scope) : null;
}

/** `items.map((item) => new Send("worker", item))`, also with `flatMap` and after a `filter`. */
function mappedTargets(call: TypeScript.CallExpression, scope: Scope): Set<string> | null {
  const { expression } = call;
  const callback = call.arguments[0];
  if (!ts.isPropertyAccessExpression(expression) || callback === undefined) return null;
  if (!["map", "flatMap"].includes(expression.name.text)) return null;
  if (!ts.isArrowFunction(callback) && !ts.isFunctionExpression(callback)) return null;
  return resultTargets(callback.body, scope);
}

function identifierTargets(identifier: TypeScript.Identifier, scope: Scope): Set<string> | null {
  const { text } = identifier;
  if (text === "END") return new Set([END]);
  if (scope.active.has(text)) return new Set();
  scope.active.add(text);
  const assigned = assignedValues(text, scope);
  const targets = assigned.length === 0 ? null : union(assigned, scope);
  scope.active.delete(text);
  return targets;
}

/** Everything that is assigned or pushed to a local variable, or the value of a constant of the file. */
function assignedValues(name: string, scope: Scope): TypeScript.Node[] {
  const inFunction = collectAssignments(name, scope.fn);
  if (inFunction.length > 0) return inFunction;
  const constants = collectAssignments(name, scope.fn.getSourceFile());
  return constants.length === 1 ? constants : [];
}

function collectAssignments(name: string, within: TypeScript.Node): TypeScript.Node[] {
  const values: TypeScript.Node[] = [];
  const isName = (node: TypeScript.Node): boolean => ts.isIdentifier(node) && node.text === name;
  const visit = (node: TypeScript.Node): void => {
    if (ts.isVariableDeclaration(node) && isName(node.name) && node.initializer !== undefined) values.push(node.initializer);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && isName(node.left)) values.push(node.right);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name: method, expression } = node.expression;
      if (method.text === "push" && isName(expression)) values.push(...node.arguments);
    }
    ts.forEachChild(node, visit);
  };
  visit(within);
  return values;
}
