import ts from "typescript";
import { literalName, walk } from "../ast";
import { parentOf } from "../scope";
import { NOTHING, only, union, UNKNOWN, type Env, type Evaluator, type Possible, type Value } from "./values";

type Instance = Extract<Value, { kind: "instance" }>;
const MAX_PARENTS = 10;

/** The class that `this` belongs to where a node stands, or null. */
export function classAround(node: ts.Node): ts.ClassLikeDeclaration | null {
  for (let at = parentOf(node); at !== undefined; at = parentOf(at)) if (ts.isClassLike(at)) return at;
  return null;
}

/** `this.name`, seen from a node inside of a class. */
export function evaluateThis(node: ts.Node, name: string, env: Env, evaluator: Evaluator): Possible {
  const around = classAround(node);
  if (around === null) return UNKNOWN;
  const instance = env.get(around)?.values[0];
  return instance?.kind === "instance" ? memberOfInstance(instance, name, evaluator) : memberOfClass(around, name, env, evaluator);
}

export function memberOfInstance(instance: Instance, name: string, evaluator: Evaluator): Possible {
  return memberOfClass(instance.of, name, instance.env, evaluator);
}

/** A field or method of a class's instances: what it starts with and all that is assigned to it. */
export function memberOfClass(of: ts.ClassLikeDeclaration, name: string, env: Env, evaluator: Evaluator, depth = 0): Possible {
  const found: Possible[] = [];
  let type: ts.TypeNode | undefined;
  for (const member of of.members) {
    if (ts.isConstructorDeclaration(member)) {
      const parameter = member.parameters.find(
        (each) => ts.isParameterPropertyDeclaration(each, member) && ts.isIdentifier(each.name) && each.name.text === name,
      );
      if (parameter !== undefined) found.push(env.get(parameter) ?? (parameter.type === undefined ? UNKNOWN : evaluator.ofType(parameter.type, env)));
    } else if (member.name !== undefined && literalName(member.name) === name) {
      if (ts.isMethodDeclaration(member) && member.body !== undefined) return { values: [{ kind: "function", node: member, env }], complete: true };
      if (ts.isGetAccessorDeclaration(member)) return evaluator.apply({ kind: "function", node: member, env }, []);
      if (ts.isPropertyDeclaration(member)) {
        type = member.type;
        found.push(member.initializer === undefined ? NOTHING : evaluator.evaluate(member.initializer, env));
      }
    }
  }
  const assigned = assignmentsToThis(of, name).map((value) => evaluator.evaluate(value, env));
  const all = union([...found, ...assigned]);
  if (found.length === 0 && assigned.length === 0) return inherited(of, name, env, evaluator, depth);
  const byType = all.complete || type === undefined ? null : evaluator.ofType(type, env);
  return byType?.complete === true && byType.values.length > 0 ? union([{ values: all.values, complete: true }, byType]) : all;
}

function inherited(of: ts.ClassLikeDeclaration, name: string, env: Env, evaluator: Evaluator, depth: number): Possible {
  const parent = depth > MAX_PARENTS ? null : parentClass(of, env, evaluator);
  return parent === null ? UNKNOWN : memberOfClass(parent, name, env, evaluator, depth + 1);
}

/** The project's class that a class extends, or null. */
export function parentClass(of: ts.ClassLikeDeclaration, env: Env, evaluator: Evaluator): ts.ClassLikeDeclaration | null {
  const clause = of.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const value = clause === undefined ? null : only(evaluator.evaluate(clause.expression, env));
  return value?.kind === "class" && value.node !== of ? value.node : null;
}

/** The right sides of all `this.name = …` in a class. */
export function assignmentsToThis(of: ts.ClassLikeDeclaration, name: string): ts.Expression[] {
  return thisAccesses(of, name).flatMap((access) => {
    const { parent } = access;
    return ts.isBinaryExpression(parent) && parent.left === access && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken ? [parent.right] : [];
  });
}

const accesses = new WeakMap<ts.ClassLikeDeclaration, Map<string, ts.PropertyAccessExpression[]>>();

/** All `this.name` in a class, in order. */
export function thisAccesses(of: ts.ClassLikeDeclaration, name: string): ts.PropertyAccessExpression[] {
  let index = accesses.get(of);
  if (index === undefined) {
    index = new Map();
    collectAccesses(of, index);
    accesses.set(of, index);
  }
  return index.get(name) ?? [];
}

function collectAccesses(of: ts.ClassLikeDeclaration, index: Map<string, ts.PropertyAccessExpression[]>): void {
  walk(of, (node) => {
    if (node !== of && ts.isClassLike(node)) return false;
    if (!ts.isPropertyAccessExpression(node) || node.expression.kind !== ts.SyntaxKind.ThisKeyword) return true;
    const list = index.get(node.name.text);
    if (list === undefined) index.set(node.name.text, [node]);
    else list.push(node);
    return false;
  });
}

/** A new instance: the constructor's parameters are bound, those of the classes above by their `super` calls. */
export function instantiate(of: ts.ClassLikeDeclaration, args: readonly Possible[], env: Env, node: ts.Node, evaluator: Evaluator): Instance {
  const bound = new Map(env);
  const instance: Instance = { kind: "instance", of, env: bound, node };
  let at: ts.ClassLikeDeclaration | null = of;
  let given: readonly Possible[] | null = args;
  for (let depth = 0; at !== null && depth < MAX_PARENTS; depth += 1) {
    bound.set(at, { values: [instance], complete: true });
    const constructor: ts.ConstructorDeclaration | undefined = at.members.find(ts.isConstructorDeclaration);
    const passed: readonly Possible[] | null = given;
    constructor?.parameters.forEach((parameter, index) => {
      if (passed !== null && parameter.dotDotDotToken === undefined) bound.set(parameter, passed[index] ?? UNKNOWN);
    });
    const call = constructor === undefined ? null : superCall(constructor);
    if (call !== null) given = call.arguments.map((argument) => evaluator.evaluate(argument, bound));
    at = parentClass(at, bound, evaluator);
  }
  return instance;
}

function superCall(constructor: ts.ConstructorDeclaration): ts.CallExpression | null {
  for (const statement of constructor.body?.statements ?? []) {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue;
    if (statement.expression.expression.kind === ts.SyntaxKind.SuperKeyword) return statement.expression;
  }
  return null;
}
