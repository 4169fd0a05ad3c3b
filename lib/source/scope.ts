import ts from "typescript";
import { isFunctionNode, walk } from "./ast";

/** What a name of the text can stand for, as a value. */
export type Declaration =
  | ts.VariableDeclaration
  | ts.BindingElement
  | ts.ParameterDeclaration
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ClassDeclaration
  | ts.ClassExpression
  | ts.EnumDeclaration
  | ts.ImportSpecifier
  | ts.ImportClause
  | ts.NamespaceImport
  | ts.ImportEqualsDeclaration
  | ts.ModuleDeclaration;
/** What a name can stand for, as a type. */
export type TypeDeclaration =
  | ts.TypeAliasDeclaration
  | ts.InterfaceDeclaration
  | ts.EnumDeclaration
  | ts.ClassDeclaration
  | ts.TypeParameterDeclaration
  | ts.ImportSpecifier
  | ts.ImportClause
  | ts.NamespaceImport;

type Names = { values: Map<string, Declaration>; types: Map<string, TypeDeclaration> };

const scopes = new WeakMap<ts.Node, Names>();
const declarations = new WeakMap<ts.Identifier, Declaration | null>();
const references = new WeakMap<ts.SourceFile, Map<string, Map<Declaration, ts.Identifier[]>>>();
const identifiers = new WeakMap<ts.SourceFile, Map<string, ts.Identifier[]>>();

/** The declaration that a name refers to where it stands, or null for a global. */
export function declarationOf(identifier: ts.Identifier): Declaration | null {
  const known = declarations.get(identifier);
  if (known !== undefined) return known;
  const found = lookup(identifier, identifier.text);
  declarations.set(identifier, found);
  return found;
}

/** The declaration of a name as seen from a node. */
export function lookup(from: ts.Node, name: string): Declaration | null {
  for (let at: ts.Node | undefined = from; at !== undefined; at = parentOf(at)) {
    const found = isScope(at) ? namesIn(at).values.get(name) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

/** The type that a name stands for as seen from a node, or null for one of the library. */
export function lookupType(from: ts.Node, name: string): TypeDeclaration | null {
  for (let at: ts.Node | undefined = from; at !== undefined; at = parentOf(at)) {
    const found = isScope(at) ? namesIn(at).types.get(name) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

/** A node's parent; the tree's root has none, whatever its type says. */
export function parentOf(node: ts.Node): ts.Node | undefined {
  return ts.isSourceFile(node) ? undefined : node.parent;
}

/** The names that a file declares at its top level. */
export function topLevel(sourceFile: ts.SourceFile): Names {
  return namesIn(sourceFile);
}

/** All uses of a declared name in its file, in order; the declaration itself is not among them. */
export function referencesTo(declaration: Declaration): readonly ts.Identifier[] {
  const { name } = declaration;
  if (name === undefined || !ts.isIdentifier(name)) return [];
  const sourceFile = declaration.getSourceFile();
  const known = references.get(sourceFile) ?? new Map<string, Map<Declaration, ts.Identifier[]>>();
  references.set(sourceFile, known);
  const uses = known.get(name.text) ?? usesByDeclaration(identifiersOf(sourceFile).get(name.text) ?? []);
  known.set(name.text, uses);
  return uses.get(declaration) ?? [];
}

/** The uses of one name, told apart by what they refer to: a name like `state` is declared in every function. */
function usesByDeclaration(named: readonly ts.Identifier[]): Map<Declaration, ts.Identifier[]> {
  const uses = new Map<Declaration, ts.Identifier[]>();
  for (const identifier of named) {
    const declaration = isReference(identifier) ? declarationOf(identifier) : null;
    if (declaration === null || declaration.name === identifier) continue;
    const list = uses.get(declaration);
    if (list === undefined) uses.set(declaration, [identifier]);
    else list.push(identifier);
  }
  return uses;
}

/** All identifiers of a file by their text, in order. */
export function identifiersOf(sourceFile: ts.SourceFile): Map<string, ts.Identifier[]> {
  const known = identifiers.get(sourceFile);
  if (known !== undefined) return known;
  const index = new Map<string, ts.Identifier[]>();
  walk(sourceFile, (node) => {
    if (!ts.isIdentifier(node)) return;
    const list = index.get(node.text);
    if (list === undefined) index.set(node.text, [node]);
    else list.push(node);
  });
  identifiers.set(sourceFile, index);
  return index;
}

/** False for names of properties, of declarations and of imports, which stand for themselves. */
export function isReference(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === identifier;
  if (ts.isQualifiedName(parent)) return parent.left === identifier;
  if (ts.isPropertyAssignment(parent) || ts.isEnumMember(parent)) return parent.initializer === identifier;
  if (ts.isPropertyDeclaration(parent) || ts.isParameter(parent) || ts.isVariableDeclaration(parent)) return parent.initializer === identifier;
  if (ts.isBindingElement(parent)) return parent.initializer === identifier;
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) === identifier && parent.parent.parent.moduleSpecifier === undefined;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !(
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isFunctionExpression(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isClassExpression(parent) ||
    ts.isEnumDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent) ||
    ts.isJsxAttribute(parent)
  );
}

function isScope(node: ts.Node): boolean {
  return (
    ts.isSourceFile(node) ||
    ts.isBlock(node) ||
    ts.isModuleBlock(node) ||
    ts.isCaseBlock(node) ||
    isFunctionNode(node) ||
    ts.isForStatement(node) ||
    ts.isForOfStatement(node) ||
    ts.isForInStatement(node) ||
    ts.isCatchClause(node) ||
    ts.isClassLike(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node)
  );
}

function namesIn(scope: ts.Node): Names {
  const known = scopes.get(scope);
  if (known !== undefined) return known;
  const names: Names = { values: new Map(), types: new Map() };
  scopes.set(scope, names);
  collect(scope, names);
  return names;
}

function collect(scope: ts.Node, names: Names): void {
  if (ts.isSourceFile(scope) || ts.isModuleBlock(scope)) {
    addStatements(scope.statements, names);
    addHoisted(scope, names);
  } else if (ts.isBlock(scope)) {
    addStatements(scope.statements, names);
    if (isFunctionNode(scope.parent)) addHoisted(scope, names);
  } else if (ts.isCaseBlock(scope)) {
    for (const clause of scope.clauses) addStatements(clause.statements, names);
  } else if (isFunctionNode(scope)) {
    for (const parameter of scope.parameters) addBinding(parameter, names);
    for (const parameter of scope.typeParameters ?? []) names.types.set(parameter.name.text, parameter);
    if (ts.isFunctionExpression(scope) && scope.name !== undefined) addValue(scope.name.text, scope, names);
  } else if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
    const { initializer } = scope;
    if (initializer !== undefined && ts.isVariableDeclarationList(initializer)) for (const each of initializer.declarations) addBinding(each, names);
  } else if (ts.isCatchClause(scope)) {
    if (scope.variableDeclaration !== undefined) addBinding(scope.variableDeclaration, names);
  } else if (ts.isClassLike(scope)) {
    for (const parameter of scope.typeParameters ?? []) names.types.set(parameter.name.text, parameter);
    if (ts.isClassExpression(scope) && scope.name !== undefined) addValue(scope.name.text, scope, names);
  } else if (ts.isTypeAliasDeclaration(scope) || ts.isInterfaceDeclaration(scope)) {
    for (const parameter of scope.typeParameters ?? []) names.types.set(parameter.name.text, parameter);
  }
}

function addStatements(statements: readonly ts.Statement[], names: Names): void {
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) for (const each of statement.declarationList.declarations) addBinding(each, names);
    else if (ts.isFunctionDeclaration(statement)) {
      // An overload has no body; the implementation comes after it.
      if (statement.name !== undefined && (statement.body !== undefined || !names.values.has(statement.name.text))) {
        names.values.set(statement.name.text, statement);
      }
    } else if (ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) {
      if (statement.name === undefined) continue;
      addValue(statement.name.text, statement, names);
      names.types.set(statement.name.text, statement);
    } else if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
      if (!names.types.has(statement.name.text)) names.types.set(statement.name.text, statement);
    } else if (ts.isModuleDeclaration(statement) && ts.isIdentifier(statement.name)) addValue(statement.name.text, statement, names);
    else if (ts.isImportEqualsDeclaration(statement)) addValue(statement.name.text, statement, names);
    else if (ts.isImportDeclaration(statement)) addImports(statement, names);
  }
}

function addImports(statement: ts.ImportDeclaration, names: Names): void {
  const clause = statement.importClause;
  if (clause === undefined) return;
  const add = (name: string, declaration: ts.ImportClause | ts.NamespaceImport | ts.ImportSpecifier): void => {
    names.values.set(name, declaration);
    names.types.set(name, declaration);
  };
  if (clause.name !== undefined) add(clause.name.text, clause);
  if (clause.namedBindings === undefined) return;
  if (ts.isNamespaceImport(clause.namedBindings)) add(clause.namedBindings.name.text, clause.namedBindings);
  else for (const specifier of clause.namedBindings.elements) add(specifier.name.text, specifier);
}

function addBinding(declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement, names: Names): void {
  const { name } = declaration;
  if (ts.isIdentifier(name)) addValue(name.text, declaration, names);
  else for (const element of name.elements) if (ts.isBindingElement(element)) addBinding(element, names);
}

function addValue(name: string, declaration: Declaration, names: Names): void {
  if (!names.values.has(name)) names.values.set(name, declaration);
}

/** `var` declarations of nested blocks belong to the function. */
function addHoisted(scope: ts.Node, names: Names): void {
  walk(scope, (node) => {
    if (node === scope) return true;
    if (isFunctionNode(node) || ts.isClassLike(node) || ts.isModuleBlock(node) || ts.isExpressionStatement(node)) return false;
    if (!ts.isVariableDeclarationList(node)) return true;
    if ((node.flags & ts.NodeFlags.BlockScoped) === 0) for (const each of node.declarations) addBinding(each, names);
    return false;
  });
}
