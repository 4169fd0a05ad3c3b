import ts from "typescript";
import { isFunctionNode, placeOf, unwrap, type FunctionNode } from "../ast";
import { EMPTY_ENV, type Env, type Evaluator, type Possible, type Value } from "../evaluate/values";
import { langGraphName } from "../library";
import { declarationOf, type Declaration } from "../scope";
import type { Place, SourceAction } from "../../schema/source";
import { readKitNode } from "./kit";
import { rootOfValue } from "./roots";

type FunctionValue = Extract<Value, { kind: "function" }>;

/** What an expression runs: how it is written, where its code stands, and the code itself. */
export type Action = {
  action: SourceAction;
  /** The functions of the project that it may be. */
  functions: FunctionValue[];
  /** All that it may be was found. */
  complete: boolean;
  /** What makes the workflow that it is. */
  subgraph: ts.NewExpression | ts.CallExpression | null;
  value: Possible;
};

const MAX_WRAPPERS = 5;

/** Reads the expression that a node or a router is given as. */
export function readAction(expression: ts.Expression, env: Env, evaluator: Evaluator): Action {
  const inner = unwrap(expression);
  const value = evaluator.evaluate(expression, env);
  const functions = value.values.flatMap((each) => functionsIn(each, evaluator, 0));
  const subgraph = value.values.map(rootOfValue).find((root) => root !== null) ?? null;
  const fn = functions[0]?.node ?? null;
  const definition = definitionOf(inner, fn, evaluator);
  return {
    action: {
      kind: kindOf(inner, value, subgraph, evaluator),
      name: nameOf(inner),
      place: placeOf(expression),
      definition,
      body: fn?.body === undefined ? null : placeOf(fn.body),
    },
    functions,
    complete: value.complete && value.values.length > 0 && value.values.every((each) => functionsIn(each, evaluator, 0).length > 0),
    subgraph,
    value,
  };
}

/** The project's functions in a value: itself, or what a library's wrapper was given. */
function functionsIn(value: Value, evaluator: Evaluator, depth: number): FunctionValue[] {
  if (value.kind === "function") return [value];
  if (value.kind === "object") {
    const inner = value.fields.get("func") ?? value.fields.get("fn") ?? value.fields.get("invoke");
    return inner === undefined || depth > MAX_WRAPPERS ? [] : inner.value().values.flatMap((each) => functionsIn(each, evaluator, depth + 1));
  }
  if (value.kind === "instance") {
    const invoke = evaluator.member({ values: [value], complete: true }, "invoke", value.node);
    return invoke.values.flatMap((each) => (each.kind === "function" ? [each] : []));
  }
  if (value.kind !== "made" || depth > MAX_WRAPPERS) return [];
  if (value.of.kind === "member" && /^with(Config|Retry|Fallbacks)$/.test(value.of.name)) return functionsIn(value.of.of, evaluator, depth + 1);
  for (const argument of value.node.arguments ?? []) {
    if (ts.isSpreadElement(argument)) continue;
    const found = evaluator.evaluate(argument, value.env).values.flatMap((each) => functionsIn(each, evaluator, depth + 1));
    if (found.length > 0) return found;
  }
  return [];
}

function kindOf(inner: ts.Expression, value: Possible, subgraph: ts.Node | null, evaluator: Evaluator): SourceAction["kind"] {
  if (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) return "inline";
  if (readKitNode(inner) !== null) return "kit";
  if (subgraph !== null) return ts.isCallExpression(subgraph) ? "agent" : "subgraph";
  const [first] = value.values;
  if (first?.kind === "made" && langGraphName(first.of) === "ToolNode") return "tool_node";
  if (ts.isCallExpression(inner)) return isBound(inner) ? "method" : isMadeByLibrary(first) ? "runnable" : "factory";
  if (first?.kind === "made" || first?.kind === "instance" || ts.isNewExpression(inner)) return "runnable";
  if (ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner)) return "method";
  if (!ts.isIdentifier(inner)) return "unknown";
  const declaration = declarationOf(inner);
  if (declaration !== null && isImport(declaration, evaluator)) return "imported";
  return declaration === null ? "unknown" : "function";
}

function isMadeByLibrary(value: Value | undefined): boolean {
  return value?.kind === "made";
}

function isBound(call: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === "bind";
}

function isImport(declaration: Declaration, evaluator: Evaluator): boolean {
  if (ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration)) return true;
  if (!ts.isBindingElement(declaration)) return false;
  const holder = declaration.parent.parent;
  if (!ts.isVariableDeclaration(holder) || holder.initializer === undefined) return false;
  return evaluator
    .evaluate(holder.initializer, EMPTY_ENV)
    .values.some((value) => value.kind === "module" || (value.kind === "external" && value.module !== ""));
}

function nameOf(inner: ts.Expression): string | null {
  if (ts.isIdentifier(inner)) return inner.text;
  if (ts.isPropertyAccessExpression(inner)) return inner.getText().replace(/\s+/g, "");
  if (ts.isCallExpression(inner) || ts.isNewExpression(inner)) {
    const callee = unwrap(inner.expression);
    if (ts.isCallExpression(inner) && isBound(inner) && ts.isPropertyAccessExpression(callee)) return nameOf(callee.expression);
    return nameOf(callee);
  }
  return null;
}

/** The whole declaration of what an expression names; an inline function is its own. */
function definitionOf(inner: ts.Expression, fn: FunctionNode | null, evaluator: Evaluator): Place | null {
  if (inner === fn) return placeOf(inner);
  if (ts.isIdentifier(inner)) {
    const definition = evaluator.modules.define(inner);
    if (definition?.kind === "declaration") return placeOf(declarationNode(definition.node));
    if (definition?.kind === "expression") return placeOf(definition.node);
  }
  return fn === null ? null : placeOf(outermost(fn));
}

/** The statement that declares something, `export const` included; a single declarator of several stands for itself. */
export function declarationNode(declaration: Declaration): ts.Node {
  if (ts.isBindingElement(declaration)) return declaration;
  if (!ts.isVariableDeclaration(declaration)) return declaration;
  const list = declaration.parent;
  const isAlone = ts.isVariableDeclarationList(list) && list.declarations.length === 1 && ts.isVariableStatement(list.parent);
  return isAlone ? list.parent : declaration;
}

/** The named function around a function that it makes and returns. */
export function outermost(fn: FunctionNode): ts.Node {
  let found: ts.Node = fn;
  for (let at: ts.Node = fn; !ts.isSourceFile(at.parent) && !ts.isClassLike(at.parent); at = at.parent) {
    if (isFunctionNode(at.parent) && at !== fn) found = at.parent;
    else if (ts.isVariableDeclaration(at.parent) && at.parent.initializer === at) found = declarationNode(at.parent);
    else if (ts.isVariableStatement(at.parent)) found = at.parent;
  }
  return found;
}
