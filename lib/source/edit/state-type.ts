import ts from "typescript";
import type { SourceAction } from "../../schema/source";
import { isFunctionNode, type FunctionNode } from "../ast";
import { lookup } from "../scope";
import { isJavaScript, nodeAt, rootOf, sourceOf } from "./builder";
import type { EditContext } from "./context";

/**
 * How this file writes the type of the state in a function's parameter, e.g. `typeof State.State`; null where it does
 * not say (JavaScript) or no name leads to it.
 */
export function stateType(context: EditContext): string | null {
  if (isJavaScript(context.file)) return null;
  return writtenType(context) ?? derivedType(context);
}

/** The type that most functions of the graph give their state, as far as it is seen at the top of the file. */
function writtenType(context: EditContext): string | null {
  const sourceFile = sourceOf(context);
  const counts = new Map<string, number>();
  const actions = [...context.graph.conditional.map(({ router }) => router), ...context.graph.nodes.map(({ action }) => action)];
  for (const action of actions) {
    const type = parameterType(sourceFile, action, context.file);
    if (type !== null && isStateOf(context, type)) counts.set(type.getText(sourceFile), (counts.get(type.getText(sourceFile)) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function parameterType(sourceFile: ts.SourceFile, action: SourceAction, file: string): ts.TypeNode | null {
  const place = action.definition ?? action.place;
  if (place === null || place.file !== file) return null;
  const node = nodeAt(sourceFile, place);
  let fn: FunctionNode | null = null;
  const visit = (each: ts.Node): void => {
    if (fn !== null) return;
    if (isFunctionNode(each)) fn = each;
    else if (!ts.isBlock(each)) ts.forEachChild(each, visit);
  };
  if (node !== null) visit(node);
  return firstType(fn);
}

function firstType(fn: FunctionNode | null): ts.TypeNode | null {
  return fn?.parameters[0]?.type ?? null;
}

/** A node may have an input of its own: only a type that mentions the graph's state, or is a plain name, is taken. */
function isStateOf(context: EditContext, type: ts.TypeNode): boolean {
  const name = stateName(context);
  if (ts.isTypeReferenceNode(type) && type.typeArguments === undefined) return true;
  return name !== null && new RegExp(`\\b${name.replaceAll(/[$.]/g, "\\$&")}\\b`).test(type.getText());
}

/** The expression that the graph is given as its state. */
export function stateExpression(context: EditContext): ts.Expression | null {
  const root = rootOf(context);
  const first = root !== null && ts.isNewExpression(root) ? root.arguments?.[0] : undefined;
  if (first === undefined) return null;
  if (!ts.isObjectLiteralExpression(first)) return first;
  for (const property of first.properties) {
    if (property.name === undefined || !["state", "stateSchema", "input"].includes(property.name.getText())) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return null;
}

/** The name of the variable that holds the state. */
export function stateName(context: EditContext): string | null {
  const expression = stateExpression(context);
  if (expression !== null && (ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression))) return expression.getText();
  return null;
}

function derivedType(context: EditContext): string | null {
  const name = stateName(context);
  if (name === null) return null;
  const { kind } = context.graph.state;
  if (kind === "state_schema" || kind === "annotation" || kind === "messages_annotation") return `typeof ${name}.State`;
  const hasZod = lookup(sourceOf(context), "z") !== null;
  return (kind === "zod" || kind === "messages_zod") && hasZod ? `z.infer<typeof ${name}>` : null;
}
