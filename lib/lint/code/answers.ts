import ts from "typescript";
import type { Place } from "../../schema/source";
import { isFunctionNode, placeOf, unwrap, type FunctionNode } from "../../source/ast";
import { pathOf, type Code } from "./code";

/** What a router can return. `together`: targets that it returns at once, as a list. `isComplete`: nothing else. */
export type Answers = { values: { value: string; place: Place }[]; together: string[][]; isComplete: boolean };

/** The strings that a function returns, as far as the text shows. */
export function answersOf(code: Code, fn: FunctionNode): Answers {
  const answers: Answers = { values: [], together: [], isComplete: true };
  if (fn.body === undefined) return { ...answers, isComplete: false };
  const returned = ts.isBlock(fn.body) ? returnsIn(fn.body) : [fn.body];
  if (ts.isBlock(fn.body) && returned.length === 0) answers.isComplete = false;
  for (const expression of returned) read(code, expression, answers);
  return answers;
}

function returnsIn(block: ts.Block): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionNode(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(block, visit);
  return found;
}

function read(code: Code, expression: ts.Expression, answers: Answers): void {
  const inner = unwrap(expression);
  if (ts.isConditionalExpression(inner)) {
    read(code, inner.whenTrue, answers);
    read(code, inner.whenFalse, answers);
    return;
  }
  if (ts.isBinaryExpression(inner) && /^(\|\||\?\?)$/.test(inner.operatorToken.getText())) {
    read(code, inner.left, answers);
    read(code, inner.right, answers);
    return;
  }
  if (ts.isArrayLiteralExpression(inner)) {
    readList(code, inner, answers);
    return;
  }
  if (ts.isNewExpression(inner) && pathOf(inner.expression).endsWith("Send")) {
    // Where to is told by sendsIn, as long as it is written down.
    const [target] = inner.arguments ?? [];
    if (target === undefined || code.stringOf(target) === null) answers.isComplete = false;
    return;
  }
  const value = code.stringOf(inner);
  if (value === null) answers.isComplete = false;
  else answers.values.push({ value, place: placeOf(inner) });
}

function readList(code: Code, list: ts.ArrayLiteralExpression, answers: Answers): void {
  const inner: Answers = { values: [], together: [], isComplete: true };
  for (const element of list.elements) read(code, element, inner);
  answers.values.push(...inner.values);
  answers.isComplete &&= inner.isComplete && inner.together.length === 0;
  if (list.elements.length > 1) answers.together.push(inner.values.map(({ value }) => value));
}
