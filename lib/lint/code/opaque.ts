import ts from "typescript";
import type { SourceNode } from "../../schema/source";
import { unwrap } from "../../source/ast";
import { callsOf } from "./calls";
import { pathOf, propertyOf, type Code } from "./code";

/** Whether the code of a node makes a `Command` whose target is not written down anywhere: such a node may lead on to any other. */
export function isOpaque(code: Code, node: SourceNode): boolean {
  if (node.ends !== null || "ends" in node.options) return node.ends === null;
  const fn = code.functionOf(node.action);
  if (fn === null) return false;
  const known = new Set(node.gotos.map(({ place }) => `${place.file} ${place.start}`));
  return callsOf(code, fn).some(({ call }) => {
    if (!ts.isNewExpression(call) || !/(^|\.)Command$/.test(pathOf(call.expression))) return false;
    const options = call.arguments?.[0];
    if (options === undefined) return false;
    const fields = unwrap(options);
    if (!ts.isObjectLiteralExpression(fields)) return true;
    if (fields.properties.some((property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === "graph"))
      return false;
    const goto = propertyOf(fields, "goto");
    return goto !== null && code.stringOf(goto) === null && !containsPlace(goto, known);
  });
}

function containsPlace(expression: ts.Expression, known: ReadonlySet<string>): boolean {
  const sourceFile = expression.getSourceFile();
  let found = false;
  const visit = (node: ts.Node): void => {
    if (known.has(`${sourceFile.fileName} ${node.getStart(sourceFile)}`)) found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(expression);
  return found;
}
