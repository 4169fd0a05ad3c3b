import ts from "typescript";
import { unwrap, type FunctionNode } from "../ast";
import { hasModifier } from "../modules";
import { declarationOf, identifiersOf, isReference, referencesTo } from "../scope";
import type { Draft } from "./draft";
import { statementOf } from "./builder";

/**
 * After removals: takes away what nothing uses any more, namely the functions that `actions` (what a node or router runs)
 * name, and the imports that only the removed text used.
 */
export function removeUnused(draft: Draft, actions: readonly ts.Node[]): void {
  for (const action of actions) {
    const declaration = declarationNamed(action);
    if (declaration !== null && !isUsed(draft, declaration)) removeDeclaration(draft, declaration);
  }
  removeUnusedImports(draft);
}

type Removable = ts.FunctionDeclaration | ts.VariableDeclaration;

/** The function or constant of this file that an expression names, where it is not exported. */
function declarationNamed(action: ts.Node): Removable | null {
  const name = ts.isShorthandPropertyAssignment(action) ? action.name : ts.isExpression(action) ? nameIn(action) : null;
  const declaration = name === null ? null : declarationOf(name);
  if (declaration === null) return null;
  if (ts.isFunctionDeclaration(declaration)) return hasModifier(declaration, ts.SyntaxKind.ExportKeyword) ? null : declaration;
  if (!ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) return null;
  const statement = declaration.parent.parent;
  return ts.isVariableStatement(statement) && !hasModifier(statement, ts.SyntaxKind.ExportKeyword) ? declaration : null;
}

/** `callModel`, and the name in `callModel.bind(…)` or `child.compile()`. */
function nameIn(action: ts.Expression): ts.Identifier | null {
  const inner = unwrap(action);
  if (ts.isIdentifier(inner)) return inner;
  const called = ts.isCallExpression(inner) && ts.isPropertyAccessExpression(inner.expression) ? unwrap(inner.expression.expression) : null;
  return called !== null && ts.isIdentifier(called) ? called : null;
}

/** True where something that stays uses the declaration; its use of itself does not count. */
function isUsed(draft: Draft, declaration: Removable): boolean {
  const { name } = declaration;
  if (name === undefined || !ts.isIdentifier(name) || draft.writes(name.text)) return true;
  return (identifiersOf(draft.sourceFile).get(name.text) ?? []).some((identifier) => {
    if (identifier === name || !isReference(identifier) || declarationOf(identifier) !== declaration) return false;
    const isOwn = declaration.pos <= identifier.pos && identifier.end <= declaration.end;
    return !isOwn && !draft.isRemoved(identifier);
  });
}

function removeDeclaration(draft: Draft, declaration: Removable): void {
  if (ts.isFunctionDeclaration(declaration)) {
    // Overloads stand before the implementation.
    for (const statement of draft.sourceFile.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === declaration.name?.text) draft.removeStatement(statement);
    }
    draft.removeStatement(declaration);
    return;
  }
  if (!ts.isVariableDeclarationList(declaration.parent)) return;
  if (declaration.parent.declarations.length === 1) draft.removeStatement(statementOf(declaration));
  else draft.removeElement(declaration.parent.declarations, declaration);
}

/** Takes away constants and parts of the parameter of a function that only removed text used. */
export function removeUnusedInside(draft: Draft, fn: FunctionNode): void {
  const locals = fn.body !== undefined && ts.isBlock(fn.body) ? fn.body.statements.filter(ts.isVariableStatement) : [];
  for (const statement of locals.toReversed()) {
    const [declaration, ...others] = statement.declarationList.declarations;
    if (declaration === undefined || others.length > 0 || hasEffect(declaration)) continue;
    if (removeUnusedNames(draft, declaration) === "all") draft.removeStatement(statement);
  }
  const [parameter, ...rest] = fn.parameters;
  if (parameter === undefined || rest.length > 0) return;
  if (removeUnusedNames(draft, parameter) !== "all") return;
  if (hasParentheses(draft, parameter)) draft.removeSpan(parameter.getStart(draft.sourceFile), fn.parameters.end);
  else draft.replaceNode(parameter, "()");
}

/** False for `state => …`. */
function hasParentheses(draft: Draft, parameter: ts.ParameterDeclaration): boolean {
  return draft.text.slice(0, parameter.getStart(draft.sourceFile)).trimEnd().endsWith("(");
}

/** Takes names out of a pattern that became unused; `all` where none is left, which is for the caller to take away. */
function removeUnusedNames(draft: Draft, declaration: ts.VariableDeclaration | ts.ParameterDeclaration): "all" | "some" | "none" {
  const { name } = declaration;
  if (ts.isIdentifier(name)) return lostItsUses(draft, declaration) ? "all" : "none";
  if (!ts.isObjectBindingPattern(name)) return "none";
  const gone = name.elements.filter((element) => ts.isIdentifier(element.name) && lostItsUses(draft, element));
  if (gone.length === 0) return "none";
  if (gone.length === name.elements.length) return "all";
  if (name.elements.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) return "none";
  for (const element of gone) draft.removeElement(name.elements, element);
  return "some";
}

function lostItsUses(draft: Draft, declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement): boolean {
  const uses = referencesTo(declaration);
  const isWritten = ts.isIdentifier(declaration.name) && draft.writes(declaration.name.text);
  return uses.length > 0 && !isWritten && uses.every((identifier) => draft.isRemoved(identifier));
}

/** Waiting and changing things is not taken away because nothing uses its result. */
function hasEffect(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || ts.isDeleteExpression(node)) return true;
  if (ts.isPostfixUnaryExpression(node)) return true;
  if (ts.isPrefixUnaryExpression(node) && (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken))
    return true;
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  )
    return true;
  return ts.forEachChild(node, (child) => hasEffect(child) || undefined) ?? false;
}

function removeUnusedImports(draft: Draft): void {
  for (const statement of draft.sourceFile.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const clause = statement.importClause;
    if (clause === undefined) continue;
    const bindings = clause.namedBindings;
    const names = bindings === undefined ? [] : ts.isNamespaceImport(bindings) ? [bindings] : [...bindings.elements];
    const gone = names.filter(({ name }) => becameUnused(draft, name));
    const isDefaultGone = clause.name !== undefined && becameUnused(draft, clause.name);
    if (gone.length === 0 && !isDefaultGone) continue;
    const staysDefault = clause.name !== undefined && !isDefaultGone;
    if (gone.length === names.length && !staysDefault) draft.removeStatement(statement);
    else if (bindings === undefined) continue;
    else if (gone.length === names.length && clause.name !== undefined) draft.removeSpan(clause.name.end, bindings.end);
    else {
      if (isDefaultGone && clause.name !== undefined) draft.removeSpan(clause.name.getStart(), bindings.getStart());
      if (ts.isNamedImports(bindings)) for (const each of bindings.elements) if (gone.includes(each)) draft.removeElement(bindings.elements, each);
    }
  }
}

/** True for a name that was used, and only in what goes away. */
function becameUnused(draft: Draft, name: ts.Identifier): boolean {
  const uses = usesOf(draft, name);
  return uses.length > 0 && uses.every((identifier) => draft.isRemoved(identifier)) && !draft.writes(name.text);
}

function usesOf(draft: Draft, name: ts.Identifier): ts.Identifier[] {
  return (identifiersOf(draft.sourceFile).get(name.text) ?? []).filter((identifier) => identifier !== name && isUse(identifier));
}

function isUse(identifier: ts.Identifier): boolean {
  return isReference(identifier) && !(ts.isImportSpecifier(identifier.parent) && identifier.parent.propertyName === identifier);
}
