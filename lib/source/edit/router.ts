import ts from "typescript";
import type { Place, SourceAction, SourceBranch, SourceConditional } from "../../schema/source";
import { isFunctionNode, unwrap, type FunctionNode } from "../ast";
import { lookupType } from "../scope";
import { nodeAt } from "./builder";
import type { EditContext } from "./context";
import type { Draft } from "./draft";
import type { Drafts } from "./drafts";
import { quoted } from "./names";
import { removalOfStatement } from "./removal";

/** The function that a router or node runs, with the draft of the file where it stands; null where it was not found. */
export function functionOf(drafts: Drafts, action: SourceAction): { draft: Draft; node: FunctionNode } | null {
  const place = action.definition ?? action.place;
  if (place === null) return null;
  const draft = drafts.of(place.file);
  const node = nodeAt(draft.sourceFile, place);
  const found = node === null ? null : functionIn(node);
  return found === null ? null : { draft, node: found };
}

function functionIn(node: ts.Node): FunctionNode | null {
  if (isFunctionNode(node)) return node;
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations[0] === undefined ? null : functionIn(node.declarationList.declarations[0]);
  if (ts.isVariableDeclarationList(node)) return node.declarations[0] === undefined ? null : functionIn(node.declarations[0]);
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) return node.initializer === undefined ? null : functionIn(node.initializer);
  if (ts.isExpression(node) && unwrap(node) !== node) return functionIn(unwrap(node));
  return null;
}

/** Conditional edges of a graph of the file that use the same router function. */
export function sameRouter(context: EditContext, conditional: SourceConditional): SourceConditional[] {
  const { definition } = conditional.router;
  if (definition === null) return [conditional];
  return context.model.graphs
    .flatMap((graph) => graph.conditional)
    .filter(({ router }) => router.definition?.file === definition.file && router.definition.start === definition.start);
}

/** A string as a literal in the quotes of another one. */
export function requoted(literal: string, value: string): string {
  if (literal.startsWith("`")) return `\`${value.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")}\``;
  return quoted(value, { quote: literal.startsWith("'") ? "'" : '"' });
}

/** The string literal types in what a function says it returns, of one value or (null) of all. */
export function returnTypes(fn: FunctionNode, value: string | null): ts.LiteralTypeNode[] {
  const found: ts.LiteralTypeNode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) {
      if (value === null || node.literal.text === value) found.push(node);
    } else if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
      const alias = lookupType(node, node.typeName.text);
      if (alias !== null && ts.isTypeAliasDeclaration(alias) && !found.some((each) => alias.pos <= each.pos && each.end <= alias.end))
        visit(alias.type);
      node.typeArguments?.forEach(visit);
    } else ts.forEachChild(node, visit);
  };
  if (fn.type !== undefined) visit(fn.type);
  return found;
}

/** The names in `new Send("name", …)` of a router that send to a node. */
export function sendsTo(fn: FunctionNode, target: string): ts.StringLiteralLike[] {
  const found: ts.StringLiteralLike[] = [];
  const visit = (node: ts.Node): void => {
    const first = ts.isNewExpression(node) && /(?:^|\.)Send$/.test(node.expression.getText()) ? node.arguments?.[0] : undefined;
    const name = first === undefined ? null : unwrap(first);
    if (name !== null && ts.isStringLiteralLike(name) && name.text === target) found.push(name);
    ts.forEachChild(node, visit);
  };
  visit(fn);
  return found;
}

/** Where the router itself writes a label that it returns; `elsewhere` are constants outside of it, which others may share. */
export function returnedAt(drafts: Drafts, conditional: SourceConditional, label: string): { places: Place[]; elsewhere: Place[] } {
  const all = conditional.returns.find(({ value }) => value === label)?.places ?? [];
  const fn = functionOf(drafts, conditional.router);
  if (fn === null) return { places: [], elsewhere: all };
  const { draft, node } = fn;
  const sends = new Set(sendsTo(node, label).map((literal) => literal.getStart()));
  const types = new Set(returnTypes(node, label).map((type) => type.literal.getStart()));
  const others = all.filter(({ file, start }) => file !== draft.sourceFile.fileName || (!sends.has(start) && !types.has(start)));
  const isInside = ({ file, start, end }: Place) => file === draft.sourceFile.fileName && node.pos <= start && end <= node.end;
  return { places: others.filter(isInside), elsewhere: others.filter((place) => !isInside(place)) };
}

/** True for a branch that is taken by `Send` alone, which names the node, not the label. */
export function isSent(drafts: Drafts, conditional: SourceConditional, branch: SourceBranch): boolean {
  if (branch.send) return true;
  const fn = functionOf(drafts, conditional.router);
  return (
    fn !== null &&
    sendsTo(fn.node, branch.target).length > 0 &&
    Object.values(returnedAt(drafts, conditional, branch.label)).every((places) => places.length === 0)
  );
}

/** The literal at a place, where the router's file still has one there. */
export function literalAt(draft: Draft, place: Place): ts.StringLiteralLike | ts.Identifier | ts.PropertyAccessExpression | null {
  return nodeAt(
    draft.sourceFile,
    place,
    (node): node is ts.StringLiteralLike | ts.Identifier | ts.PropertyAccessExpression =>
      ts.isStringLiteralLike(node) || ts.isIdentifier(node) || ts.isPropertyAccessExpression(node),
  );
}

/**
 * Takes a returned string out of a router where what remains is clear: `if (…) return "x";`, one side of `… ? … : …`, a
 * `case`, one of several in a list. False where it is not, e.g. for the last `return`: nothing is changed then.
 */
export function removeReturn(draft: Draft, literal: ts.Node): boolean {
  let at: ts.Node = literal;
  while (ts.isParenthesizedExpression(at.parent) || ts.isAsExpression(at.parent) || ts.isSatisfiesExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isConditionalExpression(parent)) return removeSide(draft, parent, at);
  if (ts.isArrayLiteralExpression(parent) && parent.elements.length > 1) {
    draft.removeElement(parent.elements, at);
    return true;
  }
  if (!ts.isReturnStatement(parent)) return false;
  const only = ts.isBlock(parent.parent) && parent.parent.statements.length === 1 ? parent.parent : parent;
  if (ts.isIfStatement(only.parent) && only.parent.thenStatement === only) return removeIf(draft, only.parent);
  const clause = only.parent;
  if (!ts.isCaseClause(clause) || clause.statements.length !== 1) return false;
  return removeCase(draft, clause);
}

function removeSide(draft: Draft, conditional: ts.ConditionalExpression, side: ts.Node): boolean {
  const start = conditional.getStart(draft.sourceFile);
  if (side === conditional.whenTrue) draft.removeSpan(start, conditional.whenFalse.getStart(draft.sourceFile));
  else if (side === conditional.whenFalse) {
    draft.removeSpan(start, conditional.whenTrue.getStart(draft.sourceFile));
    draft.removeSpan(conditional.whenTrue.end, conditional.end);
  } else return false;
  return true;
}

function removeIf(draft: Draft, statement: ts.IfStatement): boolean {
  const { elseStatement, parent } = statement;
  if (elseStatement === undefined) {
    if (ts.isIfStatement(parent) && parent.elseStatement === statement) draft.removeSpan(parent.thenStatement.end, statement.end);
    else if (ts.isBlock(parent)) draft.removeStatement(statement);
    else return false;
    return true;
  }
  const start = statement.getStart(draft.sourceFile);
  if (!ts.isBlock(elseStatement)) {
    draft.removeSpan(start, elseStatement.getStart(draft.sourceFile));
    return true;
  }
  const [only] = elseStatement.statements;
  if (only === undefined || elseStatement.statements.length !== 1 || (ts.isIfStatement(parent) && ts.isIfStatement(only))) return false;
  draft.removeSpan(start, only.getStart(draft.sourceFile));
  draft.removeSpan(only.end, statement.end);
  return true;
}

function removeCase(draft: Draft, clause: ts.CaseClause): boolean {
  const { clauses } = clause.parent;
  const before = clauses[clauses.indexOf(clause) - 1];
  // An empty case above falls through into this one.
  if (before !== undefined && before.statements.length === 0) return false;
  const start = clause.getStart(draft.sourceFile);
  const last = clause.statements.at(-1);
  if (last === undefined || !draft.beginsLine(start)) return false;
  const { end } = removalOfStatement(draft.sourceFile, last, new Set());
  draft.removeSpan(draft.text.lastIndexOf("\n", start - 1) + 1, end);
  return true;
}

/** Takes a label out of the union that a router says it returns. */
export function removeReturnType(draft: Draft, fn: FunctionNode, label: string): void {
  for (const type of returnTypes(fn, label)) {
    if (type.getSourceFile() === draft.sourceFile && ts.isUnionTypeNode(type.parent)) draft.removeElement(type.parent.types, type);
  }
}
