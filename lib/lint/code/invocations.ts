import ts from "typescript";
import type { SourceGraph } from "../../schema/source";
import { functionAround, unwrap, type FunctionNode } from "../../source/ast";
import { referencesTo } from "../../source/scope";
import { propertyOf, type Code } from "./code";

/** A call that runs a compiled graph. */
export type Invocation = { call: ts.CallExpression; config: ts.Expression | null };

const RUNNING = new Set(["invoke", "stream", "streamEvents", "batch"]);

/** Calls in the graph's own file that run it, those in the code of nodes left out: a graph in a node is a subgraph, with the checkpointer of the one around it. */
export function invocationsOf(sourceFile: ts.SourceFile, graph: SourceGraph, nodeFunctions: ReadonlySet<FunctionNode>): Invocation[] {
  const compiled = compileCall(sourceFile, graph);
  if (compiled === null) return [];
  return usesOf(compiled).flatMap((use) => {
    const access = use.parent;
    if (!ts.isPropertyAccessExpression(access) || !RUNNING.has(access.name.text) || !ts.isCallExpression(access.parent)) return [];
    const call = access.parent;
    if (call.expression !== access || isIn(call, nodeFunctions)) return [];
    return [{ call, config: call.arguments[1] ?? null }];
  });
}

function isIn(node: ts.Node, functions: ReadonlySet<FunctionNode>): boolean {
  for (let fn = functionAround(node); fn !== null; fn = functionAround(fn)) if (functions.has(fn)) return true;
  return false;
}

/** The call of `compile` that the graph was read with. */
export function compileCall(sourceFile: ts.SourceFile, graph: SourceGraph): ts.CallExpression | null {
  const place = graph.compile?.place;
  if (place === undefined || place.file !== sourceFile.fileName) return null;
  const find = (node: ts.Node): ts.CallExpression | null => {
    if (node.getEnd() < place.end || node.getStart(sourceFile) > place.start) return null;
    if (
      ts.isCallExpression(node) &&
      node.getEnd() === place.end &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "compile"
    ) {
      return node;
    }
    return ts.forEachChild(node, find) ?? null;
  };
  return find(sourceFile);
}

/** Everything that stands for the compiled graph: the call itself, and uses of a constant that holds it. */
function usesOf(compiled: ts.CallExpression): ts.Node[] {
  let whole: ts.Node = compiled;
  for (;;) {
    const { parent } = whole;
    if (ts.isExpression(parent) && unwrap(parent) === compiled) whole = parent;
    else if (isWithConfig(whole)) whole = parent.parent;
    else break;
  }
  const uses: ts.Node[] = [compiled, whole];
  if (ts.isVariableDeclaration(whole.parent)) uses.push(...referencesTo(whole.parent));
  return [...new Set(uses)];
}

function isWithConfig(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isPropertyAccessExpression(parent) && parent.expression === node && parent.name.text === "withConfig" && ts.isCallExpression(parent.parent)
  );
}

/** The object that `withConfig` behind `compile` is given. */
export function boundConfig(compiled: ts.CallExpression): ts.Expression | null {
  const { parent } = compiled;
  if (!isWithConfig(compiled) || !ts.isCallExpression(parent.parent)) return null;
  return parent.parent.arguments[0] ?? null;
}

/** Whether a config gives a property, at the end of a path of names. `unknown` where it is not written down. */
export function configHas(code: Code, config: ts.Expression | null, path: readonly string[]): "yes" | "no" | "unknown" {
  if (config === null) return path.length === 0 ? "yes" : "no";
  const [name, ...rest] = path;
  if (name === undefined) return "yes";
  const object = code.valueOf(config);
  if (!ts.isObjectLiteralExpression(object)) return "unknown";
  const own = propertyOf(object, name);
  if (own !== null) return configHas(code, own, rest);
  return object.properties.some(
    (property) => ts.isSpreadAssignment(property) || property.name === undefined || ts.isComputedPropertyName(property.name),
  )
    ? "unknown"
    : "no";
}
