import ts from "typescript";
import { isFunctionNode, unwrap, type FunctionNode } from "../../ast";
import { declarationOf, isReference, type Declaration } from "../../scope";
import type { Draft } from "../draft";
import type { Drafts } from "../drafts";
import { collect, contains, isInterrupt } from "./target";

const MAX_DEPTH = 4;

/** A node's function that has braces, seen as the list of its statements. */
export class Body {
  readonly statements: readonly ts.Statement[];

  constructor(
    readonly drafts: Drafts,
    readonly draft: Draft,
    readonly fn: FunctionNode,
    readonly block: ts.Block,
  ) {
    this.statements = block.statements;
  }

  /** The statement of the list that a node stands in; null for one that stands elsewhere. */
  statementOf(node: ts.Node): ts.Statement | null {
    return this.statements.find((each) => each.pos <= node.pos && node.end <= each.end) ?? null;
  }

  indexOf(node: ts.Node): number {
    return this.statements.findIndex((each) => each.pos <= node.pos && node.end <= each.end);
  }

  /** What the function declares, parameters among them, and a part of it uses; what that part declares itself left out. */
  usesIn(part: ts.Node): Set<Declaration> {
    const uses = new Set<Declaration>();
    for (const identifier of collect(part, ts.isIdentifier)) {
      const declaration = isReference(identifier) ? declarationOf(identifier) : null;
      if (declaration === null || !isInside(declaration, this.fn) || declaration === this.fn || isInside(declaration, part)) continue;
      uses.add(declaration);
    }
    return uses;
  }

  /** The statement of the list that declares a name; null for a parameter, and for what is declared in a block inside. */
  declaredBy(declaration: Declaration): ts.Statement | null {
    return this.statementOf(declaration);
  }

  isParameter(declaration: Declaration): boolean {
    return this.fn.parameters.some((each) => isInside(declaration, each));
  }

  /** Returns of the function itself, not of functions in it. */
  returns(): ts.ReturnStatement[] {
    return returnsIn(this.block);
  }

  /** True where a person is asked in a part of the function, or in a function that it calls. */
  asks(part: ts.Node, depth = 0): boolean {
    return contains(part, (node) => {
      if (isInterrupt(this.drafts, node)) return true;
      if (!ts.isCallExpression(node) || depth >= MAX_DEPTH) return false;
      const callee = unwrap(node.expression);
      const definition = ts.isIdentifier(callee) ? this.drafts.modules.define(callee) : null;
      if (definition?.kind !== "declaration" || isInside(definition.node, part)) return false;
      const fn = functionOfDeclaration(definition.node);
      return fn?.body !== undefined && fn !== this.fn && this.asks(fn.body, depth + 1);
    });
  }
}

export function returnsIn(part: ts.Node): ts.ReturnStatement[] {
  return collect(part, ts.isReturnStatement, isFunctionNode);
}

function functionOfDeclaration(declaration: Declaration): FunctionNode | null {
  if (isFunctionNode(declaration)) return declaration;
  const value = ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined ? unwrap(declaration.initializer) : null;
  return value !== null && isFunctionNode(value) ? value : null;
}

export function isInside(inner: ts.Node, outer: ts.Node): boolean {
  return inner.getSourceFile() === outer.getSourceFile() && outer.pos <= inner.pos && inner.end <= outer.end;
}

/** The names that a pattern binds. */
export function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

export function nameOf(declaration: Declaration): string {
  const { name } = declaration;
  return name !== undefined && ts.isIdentifier(name) ? name.text : "";
}

/** True where a function may end without a `return`. */
export function endsOpen(body: Body): boolean {
  const last = body.statements.at(-1);
  return last === undefined || !leavesFunction(last);
}

function leavesFunction(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.some(leavesFunction);
  if (ts.isIfStatement(statement))
    return statement.elseStatement !== undefined && leavesFunction(statement.thenStatement) && leavesFunction(statement.elseStatement);
  if (ts.isTryStatement(statement))
    return leavesFunction(statement.tryBlock) && (statement.catchClause === undefined || leavesFunction(statement.catchClause.block));
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement);
}
