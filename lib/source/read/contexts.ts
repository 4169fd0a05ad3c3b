import ts from "typescript";
import { isFunctionNode, placeOf, unwrap, type FunctionNode } from "../ast";
import { argumentsOf, bindParameters } from "../evaluate/calls";
import { thisAccesses } from "../evaluate/classes";
import { exactItems, exactly, truth, type Env, type Evaluator, type Possible } from "../evaluate/values";
import { parentOf, referencesTo } from "../scope";
import type { Locked } from "../../schema/source";

/** How often and under what circumstances a statement runs: once per `env`. */
export type Circumstances = { envs: Env[]; /** Why that is not sure; null where it is. */ doubt: Locked | null };

const MAX_TURNS = 500;

/** The circumstances of a call: the loops, conditions and functions between it and where its builder comes from. */
export function circumstancesOf(call: ts.Node, boundary: ts.Node, env: Env, evaluator: Evaluator): Circumstances {
  const around: { node: ts.Node; inner: ts.Node }[] = [];
  for (let at = call, parent = parentOf(at); parent !== undefined && at !== boundary; at = parent, parent = parentOf(at)) {
    if (isCircumstance(at, parent)) around.push({ node: parent, inner: at });
    if (parent === boundary) break;
  }
  let envs: Env[] = [env];
  let doubt: Locked | null = null;
  for (const { node, inner } of around.reverse()) {
    const next: Env[] = [];
    for (const outer of envs) {
      const turns = turnsOf(node, inner, outer, evaluator);
      if (turns.reason !== null) doubt ??= { reason: turns.reason, place: placeOf(node) };
      next.push(...turns.envs);
    }
    envs = next.slice(0, MAX_TURNS);
  }
  return { envs, doubt };
}

/** True where what surrounds a node decides how often it runs. */
function isCircumstance(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent) || ts.isForStatement(parent)) return parent.statement === node;
  if (ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.statement === node;
  if (ts.isIfStatement(parent)) return parent.expression !== node;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  if (ts.isCaseClause(parent) || ts.isDefaultClause(parent) || ts.isCatchClause(parent)) return true;
  if (ts.isBinaryExpression(parent)) {
    return parent.right === node && [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(parent.operatorToken.kind);
  }
  return isFunctionNode(parent) && parent.body === node;
}

/** Whether a branch is taken, or null where that is only known when it runs. */
function conditionHolds(node: ts.Node, inner: ts.Node, env: Env, evaluator: Evaluator): boolean | null {
  const isIf = ts.isIfStatement(node);
  const condition = isIf ? node.expression : ts.isConditionalExpression(node) ? node.condition : null;
  const holds = condition === null ? null : truth(evaluator.evaluate(condition, env));
  if (holds === null) return null;
  const isThen = isIf ? node.thenStatement === inner : ts.isConditionalExpression(node) && node.whenTrue === inner;
  return holds === isThen;
}

type Turns = { envs: Env[]; reason: string | null };

function turnsOf(node: ts.Node, inner: ts.Node, env: Env, evaluator: Evaluator): Turns {
  if (ts.isForOfStatement(node)) return loopTurns(node, evaluator.evaluate(node.expression, env), env);
  if (ts.isForInStatement(node)) return keyTurns(node, evaluator.evaluate(node.expression, env), env);
  if (ts.isForStatement(node)) return countedTurns(node, env, evaluator);
  if (isFunctionNode(node)) return functionTurns(node, env, evaluator);
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) return { envs: [env], reason: "runs in a loop whose turns are only known when it runs" };
  const holds = conditionHolds(node, inner, env, evaluator);
  return { envs: holds === false ? [] : [env], reason: holds === null ? "runs only under a condition" : null };
}

const UNKNOWN_LOOP = "runs in a loop over values that are only known when it runs";

function loopTurns(node: ts.ForOfStatement, list: Possible, env: Env): Turns {
  const items = exactItems(list);
  const declaration = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations[0] : undefined;
  if (items === null || declaration === undefined) return { envs: [env], reason: UNKNOWN_LOOP };
  return { envs: items.map((item) => new Map(env).set(declaration, item)), reason: null };
}

function keyTurns(node: ts.ForInStatement, of: Possible, env: Env): Turns {
  const [value] = of.values;
  const declaration = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations[0] : undefined;
  if (value?.kind !== "object" || value.open || !of.complete || of.values.length > 1 || declaration === undefined) {
    return { envs: [env], reason: UNKNOWN_LOOP };
  }
  const keys = [...value.fields].map(([name, field]) => exactly({ kind: "string", text: name, node: field.node ?? node, origin: "text" }));
  return { envs: keys.map((key) => new Map(env).set(declaration, key)), reason: null };
}

/** `for (let i = 0; i < list.length; i++)`. */
function countedTurns(node: ts.ForStatement, env: Env, evaluator: Evaluator): Turns {
  const unknown: Turns = { envs: [env], reason: UNKNOWN_LOOP };
  const { initializer, condition, incrementor } = node;
  const declaration = initializer !== undefined && ts.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;
  if (declaration?.initializer === undefined || condition === undefined || incrementor === undefined || !ts.isBinaryExpression(condition))
    return unknown;
  const first = numberOf(evaluator.evaluate(declaration.initializer, env));
  const end = numberOf(evaluator.evaluate(condition.right, env));
  const includes = condition.operatorToken.kind === ts.SyntaxKind.LessThanEqualsToken;
  if (!includes && condition.operatorToken.kind !== ts.SyntaxKind.LessThanToken) return unknown;
  if (first === null || end === null || end - first > MAX_TURNS || !isStep(incrementor)) return unknown;
  const envs: Env[] = [];
  for (let value = first; includes ? value <= end : value < end; value += 1)
    envs.push(new Map(env).set(declaration, exactly({ kind: "primitive", value })));
  return { envs, reason: null };
}

function isStep(node: ts.Expression): boolean {
  return (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) && node.operator === ts.SyntaxKind.PlusPlusToken;
}

function numberOf(possible: Possible): number | null {
  const [value] = possible.values;
  return possible.complete && possible.values.length === 1 && value?.kind === "primitive" && typeof value.value === "number" ? value.value : null;
}

/** A callback of `forEach` runs once per item; any other function once per call in its file. */
function functionTurns(fn: FunctionNode, env: Env, evaluator: Evaluator): Turns {
  const callback = callbackList(fn, env, evaluator);
  if (callback !== null) {
    const items = exactItems(callback);
    if (items === null) return { envs: [env], reason: UNKNOWN_LOOP };
    return {
      envs: items.map((item, index) =>
        bindParameters({ kind: "function", node: fn, env }, [item, exactly({ kind: "primitive", value: index }), callback]),
      ),
      reason: null,
    };
  }
  if (fn.parameters.length === 0) return { envs: [env], reason: null };
  const calls = callsOf(fn);
  if (calls.length === 0) return { envs: [env], reason: null };
  return { envs: calls.map((call) => bindParameters({ kind: "function", node: fn, env }, argumentsOf(call, env, evaluator))), reason: null };
}

const ITERATES = new Set(["forEach", "map", "flatMap"]);

function callbackList(fn: FunctionNode, env: Env, evaluator: Evaluator): Possible | null {
  const call = fn.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== fn || !ts.isPropertyAccessExpression(call.expression)) return null;
  return ITERATES.has(call.expression.name.text) ? evaluator.evaluate(call.expression.expression, env) : null;
}

/** A function that is called where it is written. */
function callOnTheSpot(fn: FunctionNode): ts.CallExpression[] {
  let callee: ts.Node = fn;
  while (ts.isParenthesizedExpression(callee.parent) || ts.isAsExpression(callee.parent)) callee = callee.parent;
  return ts.isCallExpression(callee.parent) && callee.parent.expression === callee ? [callee.parent] : [];
}

/** The calls of a named function, or of a method on `this`, in its file. */
export function callsOf(fn: FunctionNode): ts.CallExpression[] {
  const spot = callOnTheSpot(fn);
  if (spot.length > 0) return spot;
  return usesOf(fn).flatMap((use) => {
    let callee: ts.Node = use;
    while (ts.isParenthesizedExpression(callee.parent) || ts.isNonNullExpression(callee.parent)) callee = callee.parent;
    return ts.isCallExpression(callee.parent) && callee.parent.expression === callee ? [callee.parent] : [];
  });
}

/** Where a function is named, calls and others. */
export function usesOf(fn: FunctionNode): readonly ts.Node[] {
  if (ts.isFunctionDeclaration(fn)) return referencesTo(fn);
  if (ts.isMethodDeclaration(fn) && ts.isClassLike(fn.parent) && ts.isIdentifier(fn.name)) return thisAccesses(fn.parent, fn.name.text);
  let holder: ts.Node = fn.parent;
  while (ts.isParenthesizedExpression(holder) || ts.isAsExpression(holder) || ts.isSatisfiesExpression(holder)) holder = holder.parent;
  if (ts.isVariableDeclaration(holder)) return referencesTo(holder);
  if (ts.isPropertyDeclaration(holder) && ts.isClassLike(holder.parent) && ts.isIdentifier(holder.name))
    return thisAccesses(holder.parent, holder.name.text);
  // `const build = useCallback(() => …)`, `traceable(async () => …)`: the wrapped function goes by the wrapper's name.
  if (ts.isCallExpression(holder) && holder.arguments[0] === fn && ts.isVariableDeclaration(holder.parent)) return referencesTo(holder.parent);
  return [];
}

/** The name of the function that a call is made on, for messages. */
export function calleeText(call: ts.CallExpression): string {
  const callee = unwrap(call.expression);
  return callee.getText().replace(/\s+/g, " ").slice(0, 60);
}
