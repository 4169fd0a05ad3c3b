import ts from "typescript";
import { parse, syntaxErrors } from "../../ast";

/** The type that a text writes, or null where it is none. */
export function parseType(text: string): ts.TypeNode | null {
  const sourceFile = parse(`type T = ${text}\n;`, "type.ts");
  const [statement, ...rest] = sourceFile.statements.filter((each) => !ts.isEmptyStatement(each));
  if (statement === undefined || rest.length > 0 || !ts.isTypeAliasDeclaration(statement) || syntaxErrors(sourceFile).length > 0) return null;
  return statement.type;
}

/** The expression that a text writes, or null where it is none or more than one. */
export function parseExpression(text: string): ts.Expression | null {
  const sourceFile = parse(`(${text}\n);`, "expression.ts");
  const [statement, ...rest] = sourceFile.statements;
  if (statement === undefined || rest.length > 0 || !ts.isExpressionStatement(statement) || syntaxErrors(sourceFile).length > 0) return null;
  if (!ts.isParenthesizedExpression(statement.expression)) return null;
  const { expression } = statement.expression;
  return ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.CommaToken ? null : expression;
}

export function isFunctionExpression(node: ts.Expression): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** A function that gives a value, as code: `[]` becomes `() => []`, a function stays what it is. */
export function toFactory(code: string): string {
  const expression = parseExpression(code);
  if (expression === null || isFunctionExpression(expression)) return code;
  return ts.isObjectLiteralExpression(expression) ? `() => (${code})` : `() => ${code}`;
}

/** The value that a factory such as `() => []` gives, as code; other code stays what it is. */
export function fromFactory(code: string): string {
  const expression = parseExpression(code);
  if (expression === null || !ts.isArrowFunction(expression) || expression.parameters.length > 0 || ts.isBlock(expression.body)) return code;
  const body = ts.isParenthesizedExpression(expression.body) ? expression.body.expression : expression.body;
  return body.getText();
}

/** True for code whose value cannot be changed by anyone, so that it needs no factory. */
export function isPlainValue(code: string): boolean {
  const expression = parseExpression(code);
  if (expression === null) return false;
  const inner = ts.isPrefixUnaryExpression(expression) ? expression.operand : expression;
  return (
    ts.isStringLiteralLike(inner) ||
    ts.isNumericLiteral(inner) ||
    ts.isBigIntLiteral(inner) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(inner.kind)
  );
}

/** A property's name as an object literal writes it. */
export function toKey(name: string, quote: string): string {
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return name;
  return toLiteral(name, quote);
}

/** A string literal in the file's quotes. */
export function toLiteral(value: string, quote: string): string {
  const json = JSON.stringify(value)
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
  return quote === '"' ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
