import ts from "typescript";
import { literalName, unwrap } from "../ast";
import { endName } from "../library";
import type { Definition } from "../modules";
import { declarationOf, referencesTo, type Declaration } from "../scope";
import { lazily } from "./literals";
import { exactly, NOTHING, only, onlyString, union, UNKNOWN, type Env, type Evaluator, type Field, type Possible, type Value } from "./values";

/** What an identifier may stand for. */
export function evaluateIdentifier(node: ts.Identifier, env: Env, evaluator: Evaluator): Possible {
  const declaration = declarationOf(node);
  if (declaration === null)
    return node.text === "undefined" ? exactly({ kind: "primitive", value: undefined }) : atPlace(globalValue(node.text), node);
  const given = env.get(declaration);
  if (given !== undefined) return ts.isParameter(declaration) ? changed(declaration, given, env, evaluator) : given;
  return atPlace(evaluateDefinition(evaluator.modules.follow(declaration), env, evaluator), node);
}

/** The library's names of the ends are strings, which stand where they are used. */
export function atPlace(possible: Possible, node: ts.Node): Possible {
  if (!possible.values.some((value) => endName(value) !== null)) return possible;
  const values = possible.values.map((value): Value => {
    const end = endName(value);
    return end === null ? value : { kind: "string", text: end, node, origin: "text" };
  });
  return { values, complete: possible.complete };
}

/** Names that a file uses without declaring them: a snippet whose imports are elsewhere. */
const LANGGRAPH_GLOBALS = new Set([
  "StateGraph",
  "MessageGraph",
  "START",
  "END",
  "Annotation",
  "MessagesAnnotation",
  "StateSchema",
  "Send",
  "Command",
  "ToolNode",
]);

function globalValue(name: string): Possible {
  return LANGGRAPH_GLOBALS.has(name) ? externalValue("@langchain/langgraph", name) : exactly({ kind: "external", module: "", path: name });
}

function externalValue(module: string, path: string): Possible {
  return exactly({ kind: "external", module, path });
}

export function evaluateDefinition(definition: Definition | null, env: Env, evaluator: Evaluator): Possible {
  if (definition === null || definition.kind === "missing") return UNKNOWN;
  if (definition.kind === "external") return externalValue(definition.module, definition.path);
  if (definition.kind === "module") return exactly(definition);
  if (definition.kind === "expression") return evaluator.evaluate(definition.node, env);
  return evaluateDeclaration(definition.node, env, evaluator);
}

function evaluateDeclaration(node: Declaration, env: Env, evaluator: Evaluator): Possible {
  const known = env.get(node);
  if (known !== undefined) return known;
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) return exactly({ kind: "function", node, env });
  if (ts.isClassLike(node)) return exactly({ kind: "class", node, env });
  if (ts.isEnumDeclaration(node)) return evaluateEnum(node, env, evaluator);
  if (ts.isVariableDeclaration(node)) return evaluateVariable(node, env, evaluator);
  if (ts.isBindingElement(node)) return typed(evaluateBinding(node, env, evaluator), null, env, evaluator);
  if (ts.isParameter(node))
    return node.type === undefined ? withAssignments(node, UNKNOWN, env, evaluator) : typed(UNKNOWN, node.type, env, evaluator);
  return UNKNOWN;
}

function evaluateEnum(node: ts.EnumDeclaration, env: Env, evaluator: Evaluator): Possible {
  const fields = new Map<string, Field>();
  let next = () => exactly({ kind: "primitive", value: 0 });
  for (const member of node.members) {
    const { initializer } = member;
    const value = lazily(initializer === undefined ? next : () => evaluator.evaluate(initializer, env));
    next = () => oneMore(value());
    const name = literalName(member.name);
    if (name !== null) fields.set(name, { node: member, value });
  }
  return exactly({ kind: "object", fields, open: false, node });
}

/** The number that an enum's member without one has. */
function oneMore(before: Possible): Possible {
  const value = only(before);
  return value?.kind === "primitive" && typeof value.value === "number" ? exactly({ kind: "primitive", value: value.value + 1 }) : UNKNOWN;
}

function evaluateVariable(node: ts.VariableDeclaration, env: Env, evaluator: Evaluator): Possible {
  const statement = node.parent.parent;
  if (ts.isForOfStatement(statement)) return itemsOf(evaluator.evaluate(statement.expression, env));
  if (ts.isForInStatement(statement) || !ts.isIdentifier(node.name)) return UNKNOWN;
  const initial = node.initializer === undefined ? NOTHING : evaluator.evaluate(node.initializer, env);
  return typed(withAssignments(node, initial, env, evaluator), node.type ?? null, env, evaluator);
}

/** Where the text leaves it open, the declared type may still name all that it can be. */
function typed(found: Possible, type: ts.TypeNode | null, env: Env, evaluator: Evaluator): Possible {
  if (found.complete || type === null) return found;
  const byType = evaluator.ofType(type, env);
  return byType.complete && byType.values.length > 0 ? union([{ values: found.values, complete: true }, byType]) : found;
}

/** Any item of a list. */
export function itemsOf(list: Possible): Possible {
  const items = list.values.map((value): Possible => {
    if (value.kind !== "array") return UNKNOWN;
    const all = union(value.items);
    return value.open ? { values: all.values, complete: false } : all;
  });
  const all = union(items);
  return list.complete ? all : { values: all.values, complete: false };
}

/** A variable's first value and all that is assigned, pushed or set later. */
function withAssignments(node: ts.VariableDeclaration | ts.ParameterDeclaration, initial: Possible, env: Env, evaluator: Evaluator): Possible {
  const assigned: Possible[] = [];
  const pushed: Possible[] = [];
  const set: { name: string | null; node: ts.Node; value: () => Possible }[] = [];
  for (const reference of referencesTo(node)) {
    const { parent } = reference;
    if (ts.isBinaryExpression(parent) && parent.left === reference) {
      if (isAssignment(parent.operatorToken.kind)) assigned.push(evaluator.evaluate(parent.right, env));
      else if (isCompound(parent.operatorToken.kind)) assigned.push(UNKNOWN);
    } else if (isCounted(reference)) assigned.push(UNKNOWN);
    else if (isDestructuringTarget(reference)) assigned.push(destructured(reference, env, evaluator));
    else if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) collectMutation(parent, env, evaluator, pushed, set);
  }
  const all = union([initial, ...assigned]);
  return pushed.length === 0 && set.length === 0 ? all : { values: all.values.map((value) => mutated(value, pushed, set)), complete: all.complete };
}

/** A parameter that its function writes to: `all[name] = …` in a reducer. */
function changed(node: ts.ParameterDeclaration, given: Possible, env: Env, evaluator: Evaluator): Possible {
  if (!given.values.some(({ kind }) => kind === "object" || kind === "array")) return given;
  return evaluator.once(node, () => withAssignments(node, given, env, evaluator));
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.EqualsToken || kind === ts.SyntaxKind.QuestionQuestionEqualsToken || kind === ts.SyntaxKind.BarBarEqualsToken;
}

const REARRANGES = new Set(["splice", "pop", "shift", "fill", "copyWithin", "sort", "reverse"]);

/** `+=` and its like. */
function isCompound(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstCompoundAssignment && kind <= ts.SyntaxKind.LastCompoundAssignment;
}

/** `x++`, `--x`. */
function isCounted(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isPrefixUnaryExpression(parent) && !ts.isPostfixUnaryExpression(parent)) return false;
  return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
}

function collectMutation(
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  env: Env,
  evaluator: Evaluator,
  pushed: Possible[],
  set: { name: string | null; node: ts.Node; value: () => Possible }[],
): void {
  const { parent } = access;
  if (ts.isCallExpression(parent) && parent.expression === access && ts.isPropertyAccessExpression(access)) {
    // What is taken out or moved leaves a list that is not known any more.
    if (REARRANGES.has(access.name.text)) pushed.push(NOTHING);
    if (access.name.text !== "push" && access.name.text !== "unshift") return;
    for (const argument of parent.arguments) {
      pushed.push(ts.isSpreadElement(argument) ? itemsOf(evaluator.evaluate(argument.expression, env)) : evaluator.evaluate(argument, env));
    }
  } else if (ts.isBinaryExpression(parent) && parent.left === access && isAssignment(parent.operatorToken.kind)) {
    const name = ts.isPropertyAccessExpression(access)
      ? access.name.text
      : (onlyString(evaluator.evaluate(access.argumentExpression, env))?.text ?? null);
    set.push({ name, node: parent, value: lazily(() => evaluator.evaluate(parent.right, env)) });
  } else if (isCounted(access) || (ts.isBinaryExpression(parent) && parent.left === access && isCompound(parent.operatorToken.kind))) {
    set.push({ name: ts.isPropertyAccessExpression(access) ? access.name.text : null, node: parent, value: () => UNKNOWN });
  }
}

function mutated(value: Value, pushed: readonly Possible[], set: readonly { name: string | null; node: ts.Node; value: () => Possible }[]): Value {
  if (value.kind === "array" && (pushed.length > 0 || set.length > 0)) {
    return { ...value, items: [...value.items, ...pushed, ...set.map((each) => each.value())], exact: false };
  }
  if (value.kind !== "object" || set.length === 0) return value;
  const fields = new Map(value.fields);
  for (const { name, node, value: read } of set) {
    if (name === null) continue;
    const before = fields.get(name);
    fields.set(name, before === undefined ? { node, value: read } : { node: before.node, value: lazily(() => union([before.value(), read()])) });
  }
  return { ...value, fields, open: value.open || set.some(({ name }) => name === null) };
}

/** `({ StateGraph } = await import("…"))`. */
function isDestructuringTarget(reference: ts.Identifier): boolean {
  return assignmentPattern(reference) !== null;
}

function assignmentPattern(reference: ts.Identifier): { right: ts.Expression; name: string } | null {
  const property = reference.parent;
  let name: string | null = null;
  if (ts.isShorthandPropertyAssignment(property)) name = property.name.text;
  else if (ts.isPropertyAssignment(property) && property.initializer === reference) name = literalName(property.name);
  if (name === null || !ts.isObjectLiteralExpression(property.parent)) return null;
  const assignment = property.parent.parent;
  if (!ts.isBinaryExpression(assignment) || assignment.left !== property.parent || assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken)
    return null;
  return { right: assignment.right, name };
}

function destructured(reference: ts.Identifier, env: Env, evaluator: Evaluator): Possible {
  const pattern = assignmentPattern(reference);
  return pattern === null ? UNKNOWN : evaluator.member(evaluator.evaluate(pattern.right, env), pattern.name, reference);
}

/** A destructured name: the property or item of what is taken apart. */
function evaluateBinding(node: ts.BindingElement, env: Env, evaluator: Evaluator): Possible {
  if (node.dotDotDotToken !== undefined) return UNKNOWN;
  const pattern = node.parent;
  const holder = pattern.parent;
  let whole: Possible;
  if (ts.isBindingElement(holder)) whole = evaluateBinding(holder, env, evaluator);
  else if (ts.isParameter(holder)) whole = env.get(holder) ?? (holder.type === undefined ? UNKNOWN : evaluator.ofType(holder.type, env));
  else if (holder.initializer !== undefined) whole = evaluator.evaluate(unwrap(holder.initializer), env);
  else if (ts.isForOfStatement(holder.parent.parent)) whole = env.get(holder) ?? itemsOf(evaluator.evaluate(holder.parent.parent.expression, env));
  else whole = env.get(holder) ?? UNKNOWN;
  const name = ts.isArrayBindingPattern(pattern) ? String(pattern.elements.indexOf(node)) : bindingName(node, env, evaluator);
  const found = name === null ? UNKNOWN : evaluator.member(whole, name, node);
  return node.initializer === undefined ? found : union([found, evaluator.evaluate(node.initializer, env)]);
}

function bindingName(node: ts.BindingElement, env: Env, evaluator: Evaluator): string | null {
  const name = node.propertyName ?? node.name;
  if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name)) return null;
  const literal = literalName(name);
  if (literal !== null || !ts.isComputedPropertyName(name)) return literal;
  return onlyString(evaluator.evaluate(name.expression, env))?.text ?? null;
}
