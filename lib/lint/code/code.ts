import ts from "typescript";
import type { Place, SourceAction } from "../../schema/source";
import { isFunctionNode, unwrap, type FunctionNode } from "../../source/ast";
import type { Modules } from "../../source/modules";
import { lookup, type Declaration } from "../../source/scope";

/** What a called expression is: something of a package, a function of the project, or not known. `path` is the dotted name. */
export type Callee =
  | { kind: "package"; module: string; path: string }
  | { kind: "function"; node: FunctionNode; name: string }
  /** A value of the project that is no function with a body here, e.g. `const send = task("send", …)`. */
  | { kind: "value"; initializer: ts.Expression; path: string }
  | { kind: "unknown"; path: string };

/** Looks into the code of nodes and routers, across the files of the project. */
export class Code {
  readonly #modules: Modules;
  /** By the place of the action: every check asks for the same ones. */
  readonly #functions = new Map<string, FunctionNode | null>();

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  /** A file's syntax tree, or null where there is no such file. */
  sourceFile(file: string): ts.SourceFile | null {
    return this.#modules.sourceFile(file);
  }

  /** The outermost syntax node that stands exactly at a place, of those that `is` accepts. */
  nodeAt<T extends ts.Node>(place: Place, is: (node: ts.Node) => node is T): T | null {
    const sourceFile = this.#modules.sourceFile(place.file);
    if (sourceFile === null) return null;
    const find = (node: ts.Node): T | null => {
      // With the space before them nodes are told apart without scanning it.
      if (node.pos > place.start || node.end < place.end) return null;
      if (node.end === place.end && node.getStart(sourceFile) === place.start && is(node)) return node;
      return ts.forEachChild(node, find) ?? null;
    };
    return find(sourceFile);
  }

  /** The function that an action runs, or null where it has none that can be looked into. */
  functionOf(action: SourceAction): FunctionNode | null {
    for (const place of [action.definition, action.place]) {
      if (place === null) continue;
      const key = `${place.file} ${place.start} ${place.end}`;
      const known = this.#functions.get(key);
      const found = known === undefined ? this.#functionAt(place) : known;
      this.#functions.set(key, found);
      if (found !== null) return found;
    }
    return null;
  }

  #functionAt(place: Place): FunctionNode | null {
    const node = this.nodeAt(place, (candidate): candidate is ts.Node => functionIn(candidate) !== null || madeBy(candidate) !== null);
    if (node === null) return null;
    const maker = madeBy(node);
    return functionIn(node) ?? (maker === null ? null : this.#madeFunction(maker));
  }

  /** The function that a factory of the project returns, by itself or as the first argument of `Object.assign`. */
  #madeFunction(maker: ts.CallExpression): FunctionNode | null {
    const factory = this.calleeOf(maker.expression);
    if (factory.kind !== "function") return null;
    const { body } = factory.node;
    const returned = body !== undefined && ts.isBlock(body) ? body.statements.findLast(ts.isReturnStatement)?.expression : body;
    if (returned === undefined) return null;
    const value = this.valueOf(returned);
    const [first] = ts.isCallExpression(value) && pathOf(value.expression) === "Object.assign" ? value.arguments : [value];
    const made = first === undefined ? null : this.calleeOf(first);
    return made?.kind === "function" ? made.node : null;
  }

  /** What an expression that is called, constructed or passed stands for. */
  calleeOf(expression: ts.Expression): Callee {
    const inner = unwrap(expression);
    if (isFunctionNode(inner)) return { kind: "function", node: inner, name: "" };
    if (ts.isIdentifier(inner)) return this.#named(inner);
    if (ts.isPropertyAccessExpression(inner)) return this.#member(inner);
    return { kind: "unknown", path: "" };
  }

  #named(identifier: ts.Identifier): Callee {
    const path = identifier.text;
    const definition = this.#modules.define(identifier);
    if (definition?.kind === "external") return { kind: "package", module: definition.module, path: definition.path };
    if (definition?.kind === "declaration") return this.#declared(definition.node, path);
    if (definition?.kind === "expression") return valueOrFunction(definition.node, path);
    return { kind: "unknown", path };
  }

  #declared(declaration: Declaration, path: string): Callee {
    if (isFunctionNode(declaration)) return { kind: "function", node: declaration, name: path };
    if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) return valueOrFunction(declaration.initializer, path);
    return { kind: "unknown", path };
  }

  #member(access: ts.PropertyAccessExpression): Callee {
    const receiver = unwrap(access.expression);
    const member = access.name.text;
    if (receiver.kind === ts.SyntaxKind.ThisKeyword) return methodOf(access, member);
    const owner = ts.isIdentifier(receiver) || ts.isPropertyAccessExpression(receiver) ? this.calleeOf(receiver) : null;
    if (owner?.kind === "package") return { kind: "package", module: owner.module, path: owner.path === "" ? member : `${owner.path}.${member}` };
    if (owner?.kind === "value" && ts.isObjectLiteralExpression(unwrap(owner.initializer))) {
      const object = unwrap(owner.initializer);
      const method = methodNamed(object, member);
      if (method !== null) return { kind: "function", node: method, name: `${owner.path}.${member}` };
      const own = propertyOf(object, member);
      if (own !== null) return valueOrFunction(own, `${owner.path}.${member}`);
    }
    return { kind: "unknown", path: pathOf(access) };
  }

  /** Whether an expression is something of LangGraph, by its exported name. */
  isLangGraph(expression: ts.Expression, name: string): boolean {
    const callee = this.calleeOf(expression);
    return callee.kind === "package" && callee.path === name && /^@langchain\/langgraph(\/|$)/.test(callee.module);
  }

  /** The value that a name or a member of a constant object stands for, followed through constants; the expression itself where it stands for none. */
  valueOf(expression: ts.Expression, hops = 0): ts.Expression {
    const inner = unwrap(expression);
    if (hops > 8) return inner;
    if (ts.isIdentifier(inner)) {
      const definition = this.#modules.define(inner);
      if (definition?.kind === "expression") return this.valueOf(definition.node, hops + 1);
      if (definition?.kind !== "declaration" || !isConstant(definition.node)) return inner;
      return this.valueOf(definition.node.initializer, hops + 1);
    }
    if (ts.isPropertyAccessExpression(inner)) {
      const owner = this.valueOf(inner.expression, hops + 1);
      const own = propertyOf(owner, inner.name.text);
      if (own !== null) return this.valueOf(own, hops + 1);
      const member = this.#enumMember(inner);
      if (member !== null) return member;
    }
    return inner;
  }

  #enumMember(access: ts.PropertyAccessExpression): ts.Expression | null {
    if (!ts.isIdentifier(access.expression)) return null;
    const definition = this.#modules.define(access.expression);
    if (definition?.kind !== "declaration" || !ts.isEnumDeclaration(definition.node)) return null;
    const member = definition.node.members.find(({ name }) => ts.isIdentifier(name) && name.text === access.name.text);
    return member?.initializer ?? null;
  }

  /** The string that an expression comes to, the ends of LangGraph among them; null where that depends on the run. */
  stringOf(expression: ts.Expression): string | null {
    const value = this.valueOf(expression);
    if (ts.isStringLiteralLike(value)) return value.text;
    if (!ts.isIdentifier(value) && !ts.isPropertyAccessExpression(value)) return null;
    if (this.isLangGraph(value, "END")) return "__end__";
    if (this.isLangGraph(value, "START")) return "__start__";
    return null;
  }
}

function isConstant(declaration: Declaration): declaration is ts.VariableDeclaration & { initializer: ts.Expression } {
  return ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined && (declaration.parent.flags & ts.NodeFlags.Const) !== 0;
}

function valueOrFunction(expression: ts.Expression, path: string): Callee {
  const inner = unwrap(expression);
  return isFunctionNode(inner) ? { kind: "function", node: inner, name: path } : { kind: "value", initializer: inner, path };
}

/** The initialiser of an object literal's property; null where it has none or is no object literal. */
export function propertyOf(object: ts.Expression, name: string): ts.Expression | null {
  if (!ts.isObjectLiteralExpression(object)) return null;
  for (const property of object.properties) {
    const key = property.name !== undefined && (ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name)) ? property.name.text : null;
    if (key !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
    if (ts.isMethodDeclaration(property)) return null;
  }
  return null;
}

function methodNamed(object: ts.Expression, name: string): ts.MethodDeclaration | null {
  if (!ts.isObjectLiteralExpression(object)) return null;
  return object.properties.filter(ts.isMethodDeclaration).find((each) => ts.isIdentifier(each.name) && each.name.text === name) ?? null;
}

function methodOf(access: ts.PropertyAccessExpression, name: string): Callee {
  let at: ts.Node = access;
  while (!ts.isClassLike(at) && !ts.isSourceFile(at)) at = at.parent;
  const member = ts.isClassLike(at)
    ? at.members.find((one) => one.name !== undefined && (ts.isIdentifier(one.name) || ts.isPrivateIdentifier(one.name)) && one.name.text === name)
    : undefined;
  if (member !== undefined && ts.isMethodDeclaration(member)) return { kind: "function", node: member, name };
  if (member !== undefined && ts.isPropertyDeclaration(member) && member.initializer !== undefined) return valueOrFunction(member.initializer, name);
  return { kind: "unknown", path: `this.${name}` };
}

/** `client.messages` as written, calls and indices in between left out. */
export function pathOf(expression: ts.Expression): string {
  const inner = unwrap(expression);
  if (ts.isIdentifier(inner)) return inner.text;
  if (inner.kind === ts.SyntaxKind.ThisKeyword) return "this";
  if (ts.isPropertyAccessExpression(inner)) return `${pathOf(inner.expression)}.${inner.name.text}`;
  if (ts.isCallExpression(inner) || ts.isElementAccessExpression(inner)) return pathOf(inner.expression);
  if (ts.isNewExpression(inner)) return pathOf(inner.expression);
  return "";
}

/** The function that a declaration holds: itself, a variable's value, what a wrapper such as `RunnableLambda.from` is given, or what a factory returns. */
function functionIn(node: ts.Node): FunctionNode | null {
  if (isFunctionNode(node)) return returnedFunction(node) ?? node;
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations[0] === undefined ? null : functionIn(node.declarationList.declarations[0]);
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) {
    return node.initializer === undefined ? null : functionIn(unwrap(node.initializer));
  }
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    if (ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === "bind") return functionByName(node.expression.expression);
    for (const argument of node.arguments ?? []) {
      const inner = unwrap(argument);
      if (isFunctionNode(inner)) return inner;
      if (ts.isObjectLiteralExpression(inner)) {
        const func = propertyOf(inner, "func");
        if (func !== null && isFunctionNode(func)) return func;
      }
    }
  }
  return null;
}

function functionByName(expression: ts.Expression): FunctionNode | null {
  if (!ts.isIdentifier(expression)) return null;
  const declaration = lookup(expression, expression.text);
  return declaration !== null && isFunctionNode(declaration) ? declaration : null;
}

/** The call that makes what a declaration holds. */
function madeBy(node: ts.Node): ts.CallExpression | null {
  if (ts.isCallExpression(node)) return node;
  const declaration = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : node;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return null;
  const value = unwrap(declaration.initializer);
  return ts.isCallExpression(value) ? value : null;
}

/** A factory's node: `(model) => async (state) => …`, or the function that its last line returns. */
function returnedFunction(node: FunctionNode): FunctionNode | null {
  if (node.body === undefined) return null;
  const value = ts.isBlock(node.body) ? node.body.statements.findLast(ts.isReturnStatement)?.expression : node.body;
  if (value === undefined) return null;
  const inner = unwrap(value);
  return isFunctionNode(inner) ? inner : null;
}
