import ts from "typescript";
import { unwrap } from "../../ast";

/** What a person's answer was, on a way through the code. */
export type Verdict = "approved" | "refused" | null;
/** What a condition says of the answer where it holds, and where it does not. */
export type Polarity = { holds: Verdict; fails: Verdict };

const APPROVING = /^(?:y|yes|ok|okay|true|approved?|accept(?:ed)?|allow(?:ed)?|confirm(?:ed)?|agreed?|go|proceed|continue|publish|send)$/i;
const REFUSING = /^(?:n|no|false|reject(?:ed)?|refused?|den(?:y|ied)|declined?|cancel(?:l?ed)?|abort(?:ed)?|ignored?|stop|skip(?:ped)?)$/i;
const UNKNOWN: Polarity = { holds: null, fails: null };

/** Reads a condition over the answer. `isAnswer`: an expression that is the answer, or a part of it. */
export function polarityOf(condition: ts.Expression, isAnswer: (node: ts.Expression) => boolean): Polarity {
  const inner = unwrap(condition);
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken) return swapped(polarityOf(inner.operand, isAnswer));
  if (ts.isBinaryExpression(inner)) return ofBinary(inner, isAnswer);
  if (!isAnswer(inner)) return UNKNOWN;
  return REFUSING.test(lastName(inner)) ? { holds: "refused", fails: "approved" } : { holds: "approved", fails: "refused" };
}

function ofBinary({ left, right, operatorToken }: ts.BinaryExpression, isAnswer: (node: ts.Expression) => boolean): Polarity {
  switch (operatorToken.kind) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
      return ofComparison(left, right, isAnswer);
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
      return swapped(ofComparison(left, right, isAnswer));
    case ts.SyntaxKind.AmpersandAmpersandToken: {
      const [a, b] = [polarityOf(left, isAnswer), polarityOf(right, isAnswer)];
      return { holds: either(a.holds, b.holds), fails: a.fails === b.fails ? a.fails : null };
    }
    case ts.SyntaxKind.BarBarToken: {
      const [a, b] = [polarityOf(left, isAnswer), polarityOf(right, isAnswer)];
      return { holds: a.holds === b.holds ? a.holds : null, fails: either(a.fails, b.fails) };
    }
    default:
      return UNKNOWN;
  }
}

function ofComparison(left: ts.Expression, right: ts.Expression, isAnswer: (node: ts.Expression) => boolean): Polarity {
  const [answer, value] = isAnswer(unwrap(left)) ? [unwrap(left), unwrap(right)] : [unwrap(right), unwrap(left)];
  if (!isAnswer(answer)) return UNKNOWN;
  const word = ts.isStringLiteralLike(value) ? value.text : value.getText();
  // What is not refused need not be approved: it may have been changed. What is not approved is not.
  const isNegative = REFUSING.test(lastName(answer));
  if (APPROVING.test(word)) return isNegative ? { holds: "refused", fails: "approved" } : { holds: "approved", fails: "refused" };
  if (REFUSING.test(word))
    return isNegative ? { holds: "approved", fails: "refused" } : { holds: "refused", fails: word === "false" ? "approved" : null };
  return UNKNOWN;
}

function swapped({ holds, fails }: Polarity): Polarity {
  return { holds: fails, fails: holds };
}

function either(a: Verdict, b: Verdict): Verdict {
  if (a === null || b === null) return a ?? b;
  return a === b ? a : null;
}

function lastName(expression: ts.Expression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : "";
}

/**
 * What the answer was where a statement or expression of a function is come to, by the conditions around it and those
 * before it that leave the function.
 */
export function verdictAt(node: ts.Node, root: ts.Node, isAnswer: (node: ts.Expression) => boolean): Verdict {
  let verdict: Verdict = null;
  for (let at = node; at !== root && !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (ts.isIfStatement(parent) && parent.expression !== at) {
      const polarity = polarityOf(parent.expression, isAnswer);
      verdict ??= parent.thenStatement === at ? polarity.holds : polarity.fails;
    }
    if (ts.isConditionalExpression(parent) && parent.condition !== at) {
      const polarity = polarityOf(parent.condition, isAnswer);
      verdict ??= parent.whenTrue === at ? polarity.holds : polarity.fails;
    }
    if (ts.isBlock(parent) || ts.isSourceFile(parent)) verdict ??= verdictBefore(parent, at, isAnswer);
  }
  return verdict;
}

function verdictBefore(block: ts.Block | ts.SourceFile, at: ts.Node, isAnswer: (node: ts.Expression) => boolean): Verdict {
  const before = block.statements.slice(
    0,
    block.statements.findIndex((each) => each === at),
  );
  for (const each of before.toReversed()) {
    if (!ts.isIfStatement(each) || each.elseStatement !== undefined || !leaves(each.thenStatement)) continue;
    const { fails } = polarityOf(each.expression, isAnswer);
    if (fails !== null) return fails;
  }
  return null;
}

/** True for a statement behind which nothing follows. */
export function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.some(leaves);
  if (ts.isIfStatement(statement)) return statement.elseStatement !== undefined && leaves(statement.thenStatement) && leaves(statement.elseStatement);
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement);
}
