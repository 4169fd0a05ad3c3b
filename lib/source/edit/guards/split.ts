import ts from "typescript";
import type { Declaration } from "../../scope";
import { Body, endsOpen, isInside, nameOf, returnsIn } from "./body";
import { changesOf, isPure } from "./purity";
import { exitsOf, partsOf, type Exit } from "./returns";
import { contains, type GuardTarget } from "./target";

/** How a node's function comes apart: what moves into a node of its own, and what that needs. */
export type Split = {
  body: Body;
  /** What happens in the new node: the call, and what depends on it. In the order of the text. */
  moved: ts.Statement[];
  /** What is computed again there. */
  copied: ts.Statement[];
  /** Names of the asking function that the new one cannot compute. */
  carried: Declaration[];
  exits: Exit[];
  /** What the new node returns, of what the asking one returned. */
  parts: ts.ObjectLiteralElementLike[];
  /** True for an expression that is the person's answer, or a part of it. */
  isAnswer: (node: ts.Expression) => boolean;
};

/** Takes a node's function apart at a call that stands before the question; a reason where that is not sure to mean the same. */
export function splitAt(target: GuardTarget): Split | { reason: string } {
  const { nodeFn, call, path, drafts } = target;
  if (nodeFn === null) return { reason: "The node's function is made elsewhere: what it does can only be moved in the code." };
  if (!isInside(call, nodeFn.node)) return { reason: `\`${path}\` stands in another function than the node's own.` };
  const block = nodeFn.node.body;
  if (block === undefined || !ts.isBlock(block)) return { reason: "The node's function has no statements of its own." };
  const body = new Body(drafts, nodeFn.draft, nodeFn.node, block);
  const index = body.indexOf(call);
  const statement = body.statements[index];
  if (statement === undefined) return { reason: "The call stands in the default of a parameter." };
  const question = body.statements.findIndex((each, at) => at >= index && body.asks(each));
  if (question < 0) return { reason: `Nobody is asked behind \`${path}\` in this node.` };
  if (question === index) {
    const isLoop =
      ts.isIterationStatement(statement, false) ||
      contains(statement, (node) => ts.isCallExpression(node) && /\.(?:map|forEach)$/.test(node.expression.getText()));
    return {
      reason: isLoop
        ? "The call and the question stand in one loop: make it one node per call instead."
        : "The call and the question stand in one statement: take them apart in the code first.",
    };
  }
  const moved = movedWith(body, statement, path);
  if ("reason" in moved) return moved;
  return planOf(body, index, question, moved.statements);
}

/** The statement, and all that depends on what it gives. */
function movedWith(body: Body, statement: ts.Statement, path: string): { statements: Set<ts.Statement> } | { reason: string } {
  const statements = new Set([statement]);
  for (let before = 0; before !== statements.size;) {
    before = statements.size;
    const changed = changedIn(body, statements);
    if ("reason" in changed) return changed;
    const declared = declaredIn(body, statements);
    for (const each of body.statements) {
      if (statements.has(each) || ![...body.usesIn(each)].some((use) => declared.has(use))) continue;
      if (ts.isReturnStatement(each) && !body.asks(each)) continue;
      if (body.asks(each)) return { reason: `The question shows what \`${path}\` gives, so it cannot come after it.` };
      statements.add(each);
    }
  }
  for (const each of statements) {
    if (returnsIn(each).length > 0) return { reason: `Where the node ends depends on what \`${path}\` gives.` };
    if (body.asks(each)) return { reason: `The question depends on what \`${path}\` does.` };
  }
  return { statements };
}

/** A name that moved code changes has to move with it. */
function changedIn(body: Body, statements: Set<ts.Statement>): { reason: string } | { ok: true } {
  for (const each of statements) {
    for (const declaration of body.usesIn(each)) {
      if (!changesOf(declaration).some((use) => isInside(use, each))) continue;
      const by = body.declaredBy(declaration);
      if (by !== null && statements.has(by)) continue;
      if (by === null || !ts.isVariableStatement(by) || !isPure(body.drafts, by))
        return { reason: `The call changes \`${nameOf(declaration)}\`, which the question needs too.` };
      statements.add(by);
    }
  }
  return { ok: true };
}

function declaredIn(body: Body, statements: ReadonlySet<ts.Statement>): Set<Declaration> {
  const declared = new Set<Declaration>();
  for (const each of body.statements) {
    for (const use of body.usesIn(each)) {
      const by = body.declaredBy(use);
      if (by !== null && statements.has(by)) declared.add(use);
    }
  }
  return declared;
}

function planOf(body: Body, call: number, question: number, moved: Set<ts.Statement>): Split | { reason: string } {
  const isAnswer = answerOf(body, question);
  const exits = exitsOf(body, call, isAnswer);
  const declared = declaredIn(body, moved);
  const parts: ts.ObjectLiteralElementLike[] = [];
  const passing = exits.filter(({ passes }) => passes);
  for (const exit of exits) {
    const own = partsOf(body, exit, declared);
    if ("reason" in own) return own;
    if (own.length > 0 && !exit.passes) return { reason: "What the call gives is returned also where the person refuses." };
    if (own.length > 0 && (passing.length > 1 || endsOpen(body)))
      return { reason: "What the call gives is returned on some of the ways on which the node ends, and not on others." };
    parts.push(...own);
  }
  const { copied, carried } = neededBy(body, [...moved, ...parts], moved);
  const inOrder = (statements: ReadonlySet<ts.Statement>) => body.statements.filter((each) => statements.has(each));
  return { body, moved: inOrder(moved), copied: inOrder(copied), carried: [...carried], exits, parts, isAnswer };
}

/** What the new function needs of the asking one: statements that can be computed again, and names that have to be handed over. */
function neededBy(body: Body, nodes: readonly ts.Node[], moved: ReadonlySet<ts.Statement>): { copied: Set<ts.Statement>; carried: Set<Declaration> } {
  const copied = new Set<ts.Statement>();
  const carried = new Set<Declaration>();
  const need = (node: ts.Node): void => {
    for (const use of body.usesIn(node)) {
      const by = body.declaredBy(use);
      if (by === null || moved.has(by) || copied.has(by)) continue;
      if (isCopyable(body, by)) {
        copied.add(by);
        need(by);
      } else carried.add(use);
    }
  };
  nodes.forEach(need);
  return { copied, carried };
}

function isCopyable(body: Body, statement: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(statement)) return true;
  if (!ts.isVariableStatement(statement) || !isPure(body.drafts, statement)) return false;
  return ![...declaredIn(body, new Set([statement]))].some((each) => changesOf(each).length > 0);
}

/** The person's answer by its names: of the question's statement, and of what is made of those alone. */
function answerOf(body: Body, question: number): (node: ts.Expression) => boolean {
  const asking = body.statements.filter((each, index) => index >= question && body.asks(each));
  const names = declaredIn(body, new Set(asking.filter(ts.isVariableStatement)));
  for (const each of body.statements.slice(question)) {
    if (!ts.isVariableStatement(each) || ![...body.usesIn(each)].some((use) => names.has(use))) continue;
    for (const declaration of declaredIn(body, new Set([each]))) names.add(declaration);
  }
  return (node) => {
    let at: ts.Expression = node;
    while (ts.isPropertyAccessExpression(at) || ts.isNonNullExpression(at) || ts.isParenthesizedExpression(at)) at = at.expression;
    if (!ts.isIdentifier(at)) return false;
    const [use] = body.usesIn(at);
    return use !== undefined && names.has(use);
  };
}
