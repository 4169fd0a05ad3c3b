import ts from "typescript";
import { literalName } from "../ast";
import { fieldsOf } from "./state-fields";
import { exactly, isFalsy, only, onlyString, truth, union, UNKNOWN, type Env, type Evaluator, type Field, type Possible } from "./values";

/** Templates with more texts than this are not spelled out. */
const MAX_TEXTS = 64;
/** Characters. A longer text is no name, and texts that are made of each other double with every line. */
const MAX_LENGTH = 100_000;
const MAX_ITEMS = 10_000;

/** A template whose parts are known: all texts that it can be. */
export function evaluateTemplate(node: ts.TemplateExpression, env: Env, evaluator: Evaluator): Possible {
  let texts = [node.head.text];
  for (const span of node.templateSpans) {
    const parts = textsOf(evaluator.evaluate(span.expression, env));
    if (parts === null || parts.length * texts.length > MAX_TEXTS) return UNKNOWN;
    texts = texts.flatMap((text) => parts.map((part) => text + part + span.literal.text));
    if (texts.some((text) => text.length > MAX_LENGTH)) return UNKNOWN;
  }
  return exactly(...texts.map((text) => ({ kind: "string" as const, text, node, origin: "text" as const })));
}

function textsOf(possible: Possible): string[] | null {
  if (!possible.complete || possible.values.length === 0) return null;
  const texts: string[] = [];
  for (const value of possible.values) {
    if (value.kind === "string") texts.push(value.text);
    else if (value.kind === "primitive") texts.push(String(value.value));
    else return null;
  }
  return [...new Set(texts)];
}

export function evaluateBinary(node: ts.BinaryExpression, env: Env, evaluator: Evaluator): Possible {
  const { left, right } = node;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken: {
      const first = evaluator.evaluate(left, env);
      const kept = first.values.filter((value) => !isFalsy(value));
      // What is there for sure is never replaced.
      if (truth(first) === true) return first;
      return union([{ values: kept, complete: first.complete }, evaluator.evaluate(right, env)]);
    }
    case ts.SyntaxKind.AmpersandAmpersandToken: {
      const holds = truth(evaluator.evaluate(left, env));
      const second = evaluator.evaluate(right, env);
      // What is falsy on the left names nothing, whatever it is.
      return holds === true ? second : union([second, exactly({ kind: "primitive", value: undefined })]);
    }
    case ts.SyntaxKind.EqualsToken:
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
    case ts.SyntaxKind.BarBarEqualsToken:
      return evaluator.evaluate(right, env);
    case ts.SyntaxKind.PlusToken:
      return concatenate(node, env, evaluator);
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
      return compared(node, true, env, evaluator);
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
      return compared(node, false, env, evaluator);
    case ts.SyntaxKind.LessThanToken:
      return calculated(node, env, evaluator, (a, b) => a < b) ?? EITHER;
    case ts.SyntaxKind.LessThanEqualsToken:
      return calculated(node, env, evaluator, (a, b) => a <= b) ?? EITHER;
    case ts.SyntaxKind.GreaterThanToken:
      return calculated(node, env, evaluator, (a, b) => a > b) ?? EITHER;
    case ts.SyntaxKind.GreaterThanEqualsToken:
      return calculated(node, env, evaluator, (a, b) => a >= b) ?? EITHER;
    case ts.SyntaxKind.MinusToken:
      return calculated(node, env, evaluator, (a, b) => a - b) ?? UNKNOWN;
    case ts.SyntaxKind.InKeyword:
    case ts.SyntaxKind.InstanceOfKeyword:
      return EITHER;
    default:
      return UNKNOWN;
  }
}

/** True or false. */
export const EITHER: Possible = exactly({ kind: "primitive", value: true }, { kind: "primitive", value: false });

function compared(node: ts.BinaryExpression, isEqual: boolean, env: Env, evaluator: Evaluator): Possible {
  const left = constantOf(evaluator.evaluate(node.left, env));
  const right = left === null ? null : constantOf(evaluator.evaluate(node.right, env));
  return left === null || right === null ? EITHER : exactly({ kind: "primitive", value: (left === right) === isEqual });
}

/** A constant as text with its type, so that 1 and "1" differ. */
function constantOf(possible: Possible): string | null {
  const value = only(possible);
  if (value?.kind === "string" && value.origin === "text") return `string ${value.text}`;
  return value?.kind === "primitive" ? `primitive ${String(value.value)}` : null;
}

/** What two numbers that are known come to; null for anything else. */
function calculated(
  node: ts.BinaryExpression,
  env: Env,
  evaluator: Evaluator,
  calculate: (a: number, b: number) => number | boolean,
): Possible | null {
  const left = numberOf(evaluator.evaluate(node.left, env));
  const right = left === null ? null : numberOf(evaluator.evaluate(node.right, env));
  return left === null || right === null ? null : exactly({ kind: "primitive", value: calculate(left, right) });
}

function numberOf(possible: Possible): number | null {
  const value = only(possible);
  return value?.kind === "primitive" && typeof value.value === "number" ? value.value : null;
}

function concatenate(node: ts.BinaryExpression, env: Env, evaluator: Evaluator): Possible {
  const sum = calculated(node, env, evaluator, (a, b) => a + b);
  if (sum !== null) return sum;
  const parts = [evaluator.evaluate(node.left, env), evaluator.evaluate(node.right, env)];
  const [left, right] = parts.map(textsOf);
  if (left === undefined || right === undefined) return UNKNOWN;
  if (left === null || right === null || left.length * right.length > MAX_TEXTS) return UNKNOWN;
  const texts = left.flatMap((start) => right.map((end) => start + end));
  if (texts.some((text) => text.length > MAX_LENGTH)) return UNKNOWN;
  return exactly(...texts.map((text) => ({ kind: "string" as const, text, node, origin: "text" as const })));
}

export function evaluateArray(node: ts.ArrayLiteralExpression, env: Env, evaluator: Evaluator): Possible {
  const items: Possible[] = [];
  let exact = true;
  let open = false;
  for (const element of node.elements) {
    if (!ts.isSpreadElement(element)) {
      items.push(evaluator.evaluate(element, env));
      continue;
    }
    const spread = evaluator.evaluate(element.expression, env);
    if (!spread.complete || spread.values.length !== 1) exact = false;
    if (!spread.complete) open = true;
    for (const value of spread.values) {
      if (value.kind === "array" && items.length + value.items.length <= MAX_ITEMS) {
        items.push(...value.items);
        exact &&= value.exact;
        open ||= value.open;
      } else if (!isFalsy(value)) {
        exact = false;
        open = true;
      }
    }
  }
  return exactly({ kind: "array", items, exact, open, node });
}

export function evaluateObject(node: ts.ObjectLiteralExpression, env: Env, evaluator: Evaluator): Possible {
  const fields = new Map<string, Field>();
  let open = false;
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) open = !spreadInto(fields, evaluator.evaluate(property.expression, env), evaluator) || open;
    else {
      const name = propertyName(property.name, env, evaluator);
      if (name === null) open = true;
      else fields.set(name, { node: property, value: lazily(() => propertyValue(property, env, evaluator)) });
    }
  }
  return exactly({ kind: "object", fields, open, node });
}

/** Adds the fields of a spread object; false where it may have others. */
function spreadInto(fields: Map<string, Field>, spread: Possible, evaluator: Evaluator): boolean {
  let known = spread.complete;
  for (const value of spread.values) {
    if (isFalsy(value)) continue;
    const inner = fieldsOf(value, evaluator);
    for (const [name, field] of inner?.fields ?? []) fields.set(name, field);
    known &&= inner !== null && !inner.open;
  }
  return known;
}

/** The name of a property, computed ones included; null where it cannot be told. */
export function propertyName(name: ts.PropertyName, env: Env, evaluator: Evaluator): string | null {
  const literal = literalName(name);
  if (literal !== null || !ts.isComputedPropertyName(name)) return literal;
  return keyText(evaluator.evaluate(name.expression, env));
}

/** The property that a key means: a text, or a number as JavaScript writes it. */
export function keyText(key: Possible): string | null {
  const value = onlyString(key) ?? only(key);
  if (value?.kind === "string") return value.text;
  return value?.kind === "primitive" ? String(value.value) : null;
}

function propertyValue(property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>, env: Env, evaluator: Evaluator): Possible {
  if (ts.isPropertyAssignment(property)) return evaluator.evaluate(property.initializer, env);
  if (ts.isShorthandPropertyAssignment(property)) return evaluator.evaluate(property.name, env);
  if (ts.isMethodDeclaration(property)) return exactly({ kind: "function", node: property, env });
  return UNKNOWN;
}

/** Reads once, when asked. */
export function lazily(read: () => Possible): () => Possible {
  let known: Possible | null = null;
  return () => (known ??= read());
}
