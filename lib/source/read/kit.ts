import ts from "typescript";
import { unwrap } from "../ast";
import { readKit } from "../kit/read-kit";
import { declarationOf } from "../scope";
import type { SourceKit } from "../../schema/source";

/** The kit node that an expression makes, also by way of a constant of the file; null for any other. */
export function readKitNode(expression: ts.Expression): SourceKit | null {
  const inner = unwrap(expression);
  if (ts.isIdentifier(inner)) {
    const declaration = declarationOf(inner);
    const isConstant = declaration !== null && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined;
    return isConstant && declaration.initializer !== undefined ? readKitCall(unwrap(declaration.initializer)) : null;
  }
  return readKitCall(inner);
}

function readKitCall(call: ts.Expression): SourceKit | null {
  if (!ts.isCallExpression(call)) return null;
  const callee = unwrap(call.expression);
  const declaration = ts.isIdentifier(callee) ? declarationOf(callee) : null;
  if (declaration === null || !ts.isImportSpecifier(declaration)) return null;
  const specifier = declaration.parent.parent.parent.moduleSpecifier;
  if (!ts.isStringLiteralLike(specifier)) return null;
  return readKit(call, specifier.text, (declaration.propertyName ?? declaration.name).text);
}
