import ts from "typescript";
import type { Json } from "../schema/json";
import type { Place } from "../schema/source";

/** Parsed files by name and text: an edit reads the same text several times. */
const cache = new Map<string, ts.SourceFile>();
/** A tree takes some 60 bytes for each character: large texts are kept for a few edits, small ones for many. */
const MAX_CACHED = 4_000_000;
let cached = 0;

/** The syntax tree of a text, with parents set. `file` decides the language and becomes `fileName`. Kept by text, so never change a tree. */
export function parse(text: string, file: string): ts.SourceFile {
  const key = `${file}\0${text}`;
  const known = cache.get(key);
  if (known !== undefined) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(file));
  cache.set(key, sourceFile);
  cached += key.length;
  for (const oldest of cache.keys()) {
    if (cached <= MAX_CACHED || oldest === key) break;
    cache.delete(oldest);
    cached -= oldest.length;
  }
  return sourceFile;
}

function scriptKind(file: string): ts.ScriptKind {
  const extension = /\.([^./]+)$/.exec(file)?.[1]?.toLowerCase();
  if (extension === "tsx") return ts.ScriptKind.TSX;
  if (extension === "jsx") return ts.ScriptKind.JSX;
  if (extension === "js" || extension === "mjs" || extension === "cjs") return ts.ScriptKind.JS;
  return ts.ScriptKind.TS;
}

/** Syntax errors of a parsed file, first one first. */
export function syntaxErrors(sourceFile: ts.SourceFile): { message: string; place: Place }[] {
  const found: unknown = "parseDiagnostics" in sourceFile ? sourceFile.parseDiagnostics : [];
  if (!Array.isArray(found)) return [];
  return found.flatMap((diagnostic: unknown) => {
    if (!isDiagnostic(diagnostic)) return [];
    const start = Math.min(diagnostic.start, sourceFile.text.length);
    const end = Math.min(start + diagnostic.length, sourceFile.text.length);
    return [{ message: ts.flattenDiagnosticMessageText(diagnostic.messageText, " "), place: toPlace(sourceFile, start, end) }];
  });
}

function isDiagnostic(value: unknown): value is ts.DiagnosticWithLocation {
  return typeof value === "object" && value !== null && "start" in value && typeof value.start === "number" && "messageText" in value;
}

/** The place from `start` to `end` (UTF-16 offsets) of a file. */
export function toPlace(sourceFile: ts.SourceFile, start: number, end: number): Place {
  const { line, character } = sourceFile.getLineAndCharacterOfPosition(start);
  return { file: sourceFile.fileName, start, end, line: line + 1, column: character + 1 };
}

/** Where a node stands, comments before it left out. */
export function placeOf(node: ts.Node): Place {
  const sourceFile = node.getSourceFile();
  return toPlace(sourceFile, node.getStart(sourceFile), node.getEnd());
}

/** A node's text without the comments before it. */
export function textOf(node: ts.Node): string {
  const sourceFile = node.getSourceFile();
  return sourceFile.text.slice(node.getStart(sourceFile), node.getEnd());
}

/** The expression without what changes nothing about its value: parentheses, `as`, `satisfies`, `!`, `await`, `(0, x)`. */
export function unwrap(node: ts.Expression): ts.Expression {
  let inner = node;
  for (;;) {
    if (isWrapper(inner)) inner = inner.expression;
    else if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.CommaToken) inner = inner.right;
    else return inner;
  }
}

/** True for a node whose value is that of its `expression`. */
export function isWrapper(
  node: ts.Node,
): node is
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.NonNullExpression
  | ts.TypeAssertion
  | ts.AwaitExpression
  | ts.ExpressionWithTypeArguments {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isExpressionWithTypeArguments(node)
  );
}

/** The JSON value that a literal writes, or undefined for anything that is none. */
export function toJson(node: ts.Expression): Json | undefined {
  const inner = unwrap(node);
  if (ts.isStringLiteralLike(inner)) return inner.text;
  if (ts.isNumericLiteral(inner)) return Number(inner.text);
  if (inner.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (inner.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (inner.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(inner.operand)) {
    return -Number(inner.operand.text);
  }
  if (ts.isArrayLiteralExpression(inner)) return arrayToJson(inner);
  if (ts.isObjectLiteralExpression(inner)) return objectToJson(inner);
  return undefined;
}

function arrayToJson(array: ts.ArrayLiteralExpression): Json | undefined {
  const values: Json[] = [];
  for (const element of array.elements) {
    const value = toJson(element);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function objectToJson(object: ts.ObjectLiteralExpression): Json | undefined {
  const entries: [string, Json][] = [];
  for (const property of object.properties) {
    const name = property.name === undefined ? null : literalName(property.name);
    if (!ts.isPropertyAssignment(property) || name === null) return undefined;
    const value = toJson(property.initializer);
    if (value === undefined) return undefined;
    entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

/** The name that a property name writes, or null for a computed one. */
export function literalName(name: ts.PropertyName | ts.BindingName): string | null {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) || ts.isPrivateIdentifier(name)) return name.text;
  if (ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression)) return name.expression.text;
  return null;
}

/** Visits a node and all below it, in the order of the text, without recursion: chains can be thousands of calls long. `false` skips what is below. */
export function walk(root: ts.Node, enter: (node: ts.Node) => boolean | void): void {
  const stack: ts.Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (enter(node) === false) continue;
    const from = stack.length;
    ts.forEachChild(node, (child) => {
      stack.push(child);
    });
    reverseFrom(stack, from);
  }
}

function reverseFrom(list: ts.Node[], from: number): void {
  list.push(...list.splice(from).reverse());
}

/** A function with a body of its own. */
export type FunctionNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | ts.MethodDeclaration
  | ts.ConstructorDeclaration
  | ts.GetAccessorDeclaration
  | ts.SetAccessorDeclaration;

export function isFunctionNode(node: ts.Node): node is FunctionNode {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isSetAccessorDeclaration(node)
  );
}

/** The nearest function around a node, or null at the file's top level. */
export function functionAround(node: ts.Node): FunctionNode | null {
  for (let at = node.parent as ts.Node | undefined; at !== undefined; at = at.parent) if (isFunctionNode(at)) return at;
  return null;
}
