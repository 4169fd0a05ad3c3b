import ts from "typescript";
import { literalName, placeOf, textOf, toJson, unwrap } from "../ast";
import type { Evaluator, Env, Field } from "../evaluate/values";
import type { Place, SourceValue } from "../../schema/source";

export type Options = { values: Record<string, SourceValue>; place: Place | null; fields: Map<string, Field> };

const NONE: Options = { values: {}, place: null, fields: new Map() };

/** An object of options: each as text, with its value where it is a literal. */
export function readOptions(expression: ts.Expression | undefined, env: Env, evaluator: Evaluator): Options {
  if (expression === undefined) return NONE;
  const [value] = evaluator.evaluate(expression, env).values;
  if (value?.kind !== "object") return NONE;
  const values: [string, SourceValue][] = [];
  for (const [name, field] of value.fields) if (field.node !== null) values.push([name, sourceValue(valueNode(field.node))]);
  const inner = unwrap(expression);
  return { values: Object.fromEntries(values), place: ts.isObjectLiteralExpression(inner) ? placeOf(inner) : null, fields: value.fields };
}

export function sourceValue(node: ts.Node): SourceValue {
  const value = ts.isExpression(node) ? toJson(node) : undefined;
  return { text: textOf(node), place: placeOf(node), ...(value === undefined ? {} : { value }) };
}

/** What stands behind a property's colon; the whole property where it is written another way. */
export function valueNode(property: ts.Node): ts.Node {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isBinaryExpression(property) ? property.right : property;
}

/** The name of a property as it stands in the text, or null where it has none of its own. */
export function nameNode(property: ts.Node | null): ts.Node | null {
  if (property === null) return null;
  if (ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property) || ts.isMethodDeclaration(property)) {
    return literalName(property.name) === null ? null : property.name;
  }
  return null;
}
