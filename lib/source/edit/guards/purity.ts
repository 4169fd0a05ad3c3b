import ts from "typescript";
import { isFunctionNode, unwrap, type FunctionNode } from "../../ast";
import { referencesTo, type Declaration } from "../../scope";
import type { Drafts } from "../drafts";
import { contains, pathOf } from "./target";

/** Methods that compute and change nothing, whatever they are called on. */
const METHODS =
  /\.(?:map|filter|find|findLast|findIndex|some|every|slice|join|split|trim|trimStart|trimEnd|toLowerCase|toUpperCase|includes|startsWith|endsWith|at|concat|flat|flatMap|reduce|toString|replace|replaceAll|padStart|padEnd|toFixed|indexOf|has|keys|values|entries|toSorted|toReversed|charAt|match|test|repeat)$/;
const GLOBALS =
  /^(?:JSON\.(?:stringify|parse)|Object\.\w+|Array\.(?:isArray|from|of)|String|Number|Boolean|Math\.(?!random)\w+|structuredClone|isNaN|parseInt|parseFloat|Number\.\w+)$/;
const MAX_DEPTH = 3;

/** True for code that can be run again and gives the same, with nothing else happening. */
export function isPure(drafts: Drafts, node: ts.Node, depth = 0): boolean {
  return !contains(node, (each) => isImpure(drafts, each, depth));
}

function isImpure(drafts: Drafts, node: ts.Node, depth: number): boolean {
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node) || ts.isDeleteExpression(node) || ts.isPostfixUnaryExpression(node)) return true;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return false;
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
  if (ts.isBinaryExpression(node)) return isAssignment(node) && depth === 0;
  if (ts.isNewExpression(node)) return !/^(?:Map|Set|URL|URLSearchParams|Intl\.\w+)$|Message$/.test(pathOf(node.expression)) && !isFixedDate(node);
  return ts.isCallExpression(node) && !isPureCall(drafts, node, depth);
}

function isFixedDate(node: ts.NewExpression): boolean {
  return pathOf(node.expression) === "Date" && (node.arguments?.length ?? 0) > 0;
}

function isPureCall(drafts: Drafts, call: ts.CallExpression, depth: number): boolean {
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee) && METHODS.test(`.${callee.name.text}`)) return true;
  if (!ts.isIdentifier(callee)) return GLOBALS.test(pathOf(callee));
  const definition = drafts.modules.define(callee);
  if (definition === null) return GLOBALS.test(callee.text);
  const fn = definition.kind === "declaration" ? functionAt(definition.node) : null;
  return fn?.body !== undefined && depth < MAX_DEPTH && isPure(drafts, fn.body, depth + 1);
}

function functionAt(declaration: Declaration): FunctionNode | null {
  if (isFunctionNode(declaration)) return declaration;
  const value = ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined ? unwrap(declaration.initializer) : null;
  return value !== null && isFunctionNode(value) ? value : null;
}

function isAssignment(node: ts.BinaryExpression): boolean {
  const { kind } = node.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

const CHANGING_METHODS = /^(?:push|unshift|pop|shift|splice|sort|reverse|set|add|delete|clear|fill|append)$/;

/** The uses of a declaration that give it another value, or change the one that it has. */
export function changesOf(declaration: Declaration): ts.Identifier[] {
  return referencesTo(declaration).filter((use) => {
    let at: ts.Node = use;
    while (
      (ts.isPropertyAccessExpression(at.parent) || ts.isElementAccessExpression(at.parent) || ts.isNonNullExpression(at.parent)) &&
      at.parent.expression === at
    ) {
      const access: ts.Node = at.parent;
      if (ts.isPropertyAccessExpression(access) && ts.isCallExpression(access.parent) && access.parent.expression === access) {
        return CHANGING_METHODS.test(access.name.text);
      }
      at = access;
    }
    const { parent } = at;
    if (ts.isBinaryExpression(parent)) return parent.left === at && isAssignment(parent);
    if (ts.isPostfixUnaryExpression(parent)) return true;
    return (
      ts.isPrefixUnaryExpression(parent) && (parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken)
    );
  });
}
