import ts from "typescript";
import { parse, syntaxErrors } from "../ast";

/** Why a text is not one expression, as code that a person gave; null where it is. */
export function expressionProblem(code: string): string | null {
  const sourceFile = parse(`(${code}\n)`, "expression.tsx");
  const plain = parse(`(${code}\n)`, "expression.ts");
  const [statement, ...others] = plain.statements;
  const error = syntaxErrors(plain)[0];
  if (error !== undefined && syntaxErrors(sourceFile).length > 0) return `“${code}” is no valid expression: ${error.message}`;
  if (statement === undefined || others.length > 0 || !ts.isExpressionStatement(statement) || !ts.isParenthesizedExpression(statement.expression)) {
    return `“${code}” is not one expression.`;
  }
  return ts.isBinaryExpression(statement.expression.expression) && statement.expression.expression.operatorToken.kind === ts.SyntaxKind.CommaToken
    ? `“${code}” is not one expression.`
    : null;
}

/** Calls `each` for every identifier of an expression that stands for a value, with its place in the text. */
export function identifiersInExpression(
  code: string,
): { name: string; start: number; end: number; member: string | null; memberEnd: number; isShorthand: boolean }[] {
  const sourceFile = parse(`(${code}\n)`, "expression.ts");
  const found: { name: string; start: number; end: number; member: string | null; memberEnd: number; isShorthand: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isValue(node)) {
      const { parent } = node;
      const isObject = ts.isPropertyAccessExpression(parent) && parent.expression === node;
      found.push({
        name: node.text,
        start: node.getStart(sourceFile) - 1,
        end: node.end - 1,
        member: isObject ? parent.name.text : null,
        memberEnd: isObject ? parent.end - 1 : node.end - 1,
        isShorthand: ts.isShorthandPropertyAssignment(parent),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return found;
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return true;
}
