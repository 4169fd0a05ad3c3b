import ts from "typescript";
import type { Doubt, Edit } from "../../schema/edit";
import { toPlace } from "../ast";
import { refused, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import type { Drafts } from "./drafts";
import { requoted } from "./router";

type Also = Extract<Edit, { type: "rename_node" }>["also"];
type Offsets = { start: number; end: number };

/** Strings of this value inside of a node that are not among `known`, each with why it may mean what is renamed. */
export function doubtsIn(draft: Draft, within: ts.Node, value: string, known: readonly Offsets[]): Doubt[] {
  const isKnown = new Set(known.map(({ start }) => start));
  return stringsIn(within, value)
    .filter((literal) => !isKnown.has(literal.getStart(draft.sourceFile)) && !isOfNoMatter(literal))
    .map((literal) => toDoubt(draft, literal));
}

/** All string literals of a value, as expressions and as types. */
export function stringsIn(within: ts.Node, value: string): ts.StringLiteralLike[] {
  const found: ts.StringLiteralLike[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text === value) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(within);
  return found;
}

/** Keys under which a text is for people or models to read. */
const SPOKEN = new Set(["name", "description", "title", "role", "content"]);

/** Strings that mean something else for sure: modules, keys, channels, texts. */
function isOfNoMatter(literal: ts.StringLiteralLike): boolean {
  const { parent } = literal;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent)) return true;
  if (ts.isElementAccessExpression(parent) || ts.isJsxAttribute(parent) || ts.isIndexedAccessTypeNode(parent.parent)) return true;
  if (ts.isPropertyAssignment(parent)) return parent.name === literal || (ts.isIdentifier(parent.name) && SPOKEN.has(parent.name.text));
  return ts.isExpressionStatement(parent) || ts.isPropertySignature(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent);
}

function toDoubt(draft: Draft, literal: ts.StringLiteralLike): Doubt {
  const start = literal.getStart(draft.sourceFile);
  const lineStart = draft.text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = draft.text.indexOf("\n", start);
  const lineText = draft.text.slice(lineStart, lineEnd < 0 ? draft.text.length : lineEnd).trim();
  return { place: toPlace(draft.sourceFile, start, literal.end), line_text: lineText.slice(0, 500), reason: reasonFor(literal) };
}

function reasonFor(literal: ts.StringLiteralLike): string {
  const { parent } = literal;
  if (ts.isLiteralTypeNode(parent)) return "a value that a type allows";
  if (ts.isCaseClause(parent)) return "compared in a switch";
  if (ts.isBinaryExpression(parent) && /[=!]=/.test(parent.operatorToken.getText())) return "compared with a value";
  if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent) || ts.isConditionalExpression(parent)) return "a value that a function gives";
  if (ts.isPropertyAssignment(parent)) return `the value of ${parent.name.getText()}`;
  if (ts.isArrayLiteralExpression(parent)) return "an item of a list";
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return `given to ${parent.expression.getText().split(/[.\s]/).at(-1) ?? "a function"}()`;
  if (ts.isVariableDeclaration(parent) || ts.isBinaryExpression(parent)) return "a value that is kept";
  return "the same text";
}

/**
 * What `also` says about doubtful places: asks, leaves them, or changes those that it names. Null where nothing stands in
 * the way.
 */
export function settleDoubts(
  drafts: Drafts,
  also: Also,
  doubts: readonly Doubt[],
  name: string,
  { question }: { question: string },
): StepOutcome | null {
  if (also === "none" || doubts.length === 0) return null;
  if (also === "ask") return { status: "ask", question, doubts: [...doubts] };
  for (const place of also) {
    const doubt = doubts.find((each) => each.place.file === place.file && each.place.start === place.start && each.place.end === place.end);
    if (doubt === undefined) return refused("The text has changed since the question was asked: rename it again.", place);
    const draft = drafts.of(place.file);
    draft.replace(place.start, place.end, requoted(draft.text.slice(place.start, place.end), name));
  }
  return null;
}
