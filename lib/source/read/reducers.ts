import ts from "typescript";
import { placeOf, textOf, unwrap, type FunctionNode } from "../ast";
import { returnsOf } from "../evaluate/calls";
import type { Env, Evaluator, Possible } from "../evaluate/values";
import { langGraphName } from "../library";
import type { SourceChannel } from "../../schema/source";

type Reducer = NonNullable<SourceChannel["reducer"]>;

const MESSAGES = new Set(["messagesStateReducer", "addMessages", "messagesDeltaReducer"]);

/** The reducer of the library's own list of messages. */
export const MESSAGES_REDUCER: Reducer = { kind: "messages", label: "messages", text: null, place: null };

/** What a reducer does, as far as its code shows at a glance. */
export function readReducer(node: ts.Node, env: Env, evaluator: Evaluator, known?: Possible): Reducer {
  const value = known ?? (ts.isExpression(node) ? evaluator.evaluate(node, env) : null);
  const place = placeOf(node);
  const text = textOf(node);
  const [first] = value?.values ?? [];
  if (first !== undefined && MESSAGES.has(langGraphName(first) ?? "")) return { kind: "messages", label: "messages", text, place };
  const kind = first?.kind === "function" ? kindOf(first.node) : "custom";
  const label = kind === "last" ? "last value" : kind === "append" ? "append" : nameOf(node);
  return { kind, label, text, place };
}

function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isCallExpression(node) ? nameOf(node.expression) : "custom";
}

function kindOf(fn: FunctionNode): Reducer["kind"] {
  const [current, next] = fn.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : null));
  const results = returnsOf(fn).map(unwrap);
  if (current == null || next == null || results.length === 0) return "custom";
  if (results.every((result) => isLast(result, current, next))) return "last";
  return results.every((result) => isAppend(result, current, next) || isLast(result, current, current)) &&
    results.some((result) => isAppend(result, current, next))
    ? "append"
    : "custom";
}

/** `next`, `next ?? current`, `next !== undefined ? next : current`. */
function isLast(node: ts.Expression, current: string, next: string): boolean {
  const inner = unwrap(node);
  if (ts.isIdentifier(inner)) return inner.text === next;
  if (ts.isBinaryExpression(inner)) {
    const operator = inner.operatorToken.kind;
    if (operator !== ts.SyntaxKind.QuestionQuestionToken && operator !== ts.SyntaxKind.BarBarToken) return false;
    return isLast(inner.left, current, next) && !isNamed(unwrap(inner.left), current);
  }
  if (!ts.isConditionalExpression(inner)) return false;
  const ways = [unwrap(inner.whenTrue), unwrap(inner.whenFalse)];
  return ways.some((way) => isNamed(way, next)) && ways.every((way) => isNamed(way, next) || isNamed(way, current));
}

function isNamed(node: ts.Expression, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

/** `current.concat(next)`, `[...current, ...next]`. */
function isAppend(node: ts.Expression, current: string, next: string): boolean {
  const inner = unwrap(node);
  if (ts.isCallExpression(inner) && ts.isPropertyAccessExpression(inner.expression)) {
    return (
      inner.expression.name.text === "concat" &&
      mentions(inner.expression.expression, current) &&
      inner.arguments.some((argument) => mentions(argument, next))
    );
  }
  if (ts.isConditionalExpression(inner)) return isAppend(inner.whenTrue, current, next) || isAppend(inner.whenFalse, current, next);
  if (!ts.isArrayLiteralExpression(inner)) return false;
  const [first, ...rest] = inner.elements;
  return first !== undefined && ts.isSpreadElement(first) && mentions(first.expression, current) && rest.some((element) => mentions(element, next));
}

function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node) && node.text === name) return true;
  return ts.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false;
}
