import ts from "typescript";
import { isFunctionNode, unwrap } from "../ast";
import { itemsOf } from "./names";
import { asTyped } from "./schemas";
import { exactly, union, UNKNOWN, type Env, type Evaluator, type Possible } from "./values";

/**
 * A name or property that is not known, inside of a condition that says what it is there: `if (next === "a") return next`.
 */
export function narrow(node: ts.Expression, found: Possible, env: Env, evaluator: Evaluator): Possible {
  if (found.complete || !isTested(node)) return found;
  const text = plain(node);
  for (let at: ts.Node = node; !ts.isSourceFile(at.parent) && !isFunctionNode(at.parent); at = at.parent) {
    const said = saidBy(at.parent, at, text, env, evaluator);
    if (said !== null && said.complete && said.values.length > 0) return asTyped(said);
  }
  return found;
}

function isTested(node: ts.Expression): boolean {
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false;
  const { parent } = node;
  return !ts.isPropertyAccessExpression(parent) && !(ts.isCallExpression(parent) && parent.expression === node);
}

function plain(node: ts.Expression): string {
  return unwrap(node)
    .getText()
    .replace(/\s+|[?!]/g, "");
}

/** What a condition around a node says about an expression, where the node is in the part for which it holds. */
function saidBy(around: ts.Node, inner: ts.Node, text: string, env: Env, evaluator: Evaluator): Possible | null {
  if (ts.isIfStatement(around)) return around.thenStatement === inner ? saidByCondition(around.expression, text, env, evaluator) : null;
  if (ts.isConditionalExpression(around)) return around.whenTrue === inner ? saidByCondition(around.condition, text, env, evaluator) : null;
  if (ts.isBinaryExpression(around) && around.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    return around.right === inner ? saidByCondition(around.left, text, env, evaluator) : null;
  }
  return ts.isCaseClause(around) && around.expression !== inner ? saidByCase(around, text, env, evaluator) : null;
}

/** `case "a": case "b": return next`. */
function saidByCase(clause: ts.CaseClause, text: string, env: Env, evaluator: Evaluator): Possible | null {
  if (plain(clause.parent.parent.expression) !== text) return null;
  const { clauses } = clause.parent;
  const cases: Possible[] = [];
  for (let index = clauses.indexOf(clause); index >= 0; index -= 1) {
    const each = clauses[index];
    if (each === undefined || (each !== clause && each.statements.length > 0)) break;
    cases.push(ts.isCaseClause(each) ? evaluator.evaluate(each.expression, env) : UNKNOWN);
  }
  return union(cases.reverse());
}

function saidByCondition(condition: ts.Expression, text: string, env: Env, evaluator: Evaluator): Possible | null {
  const inner = unwrap(condition);
  if (ts.isCallExpression(inner)) return saidByTest(inner, text, env, evaluator);
  if (!ts.isBinaryExpression(inner)) return null;
  const { left, right } = inner;
  switch (inner.operatorToken.kind) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
      if (plain(left) === text) return evaluator.evaluate(right, env);
      return plain(right) === text ? evaluator.evaluate(left, env) : null;
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return saidByCondition(left, text, env, evaluator) ?? saidByCondition(right, text, env, evaluator);
    case ts.SyntaxKind.BarBarToken: {
      const first = saidByCondition(left, text, env, evaluator);
      const second = saidByCondition(right, text, env, evaluator);
      return first === null || second === null ? null : union([first, second]);
    }
    case ts.SyntaxKind.InKeyword:
      return plain(left) === text ? keysOf(evaluator.evaluate(right, env)) : null;
    default:
      return null;
  }
}

/** `names.includes(next)`, `names.has(next)`. */
function saidByTest(call: ts.CallExpression, text: string, env: Env, evaluator: Evaluator): Possible | null {
  const callee = unwrap(call.expression);
  const argument = call.arguments[0];
  if (!ts.isPropertyAccessExpression(callee) || argument === undefined || plain(argument) !== text) return null;
  if (callee.name.text !== "includes" && callee.name.text !== "has") return null;
  const list = evaluator.evaluate(callee.expression, env);
  return list.values.some(({ kind }) => kind === "object") ? keysOf(list) : itemsOf(list);
}

function keysOf(object: Possible): Possible {
  const keys = object.values.map((value): Possible => {
    if (value.kind !== "object" || value.open) return UNKNOWN;
    return exactly(
      ...[...value.fields].map(([text, { node }]) => ({ kind: "string" as const, text, node: node ?? value.node, origin: "type" as const })),
    );
  });
  return object.complete ? union(keys) : UNKNOWN;
}
