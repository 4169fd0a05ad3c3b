import ts from "typescript";
import { unwrap } from "../../ast";
import type { Declaration } from "../../scope";
import { verdictAt, type Verdict } from "./approval";
import type { Body } from "./body";
import { pathOf } from "./target";

/** One way on which a node's function ends, with what it gives on that. */
export type Exit = {
  statement: ts.ReturnStatement;
  /** False where the call had not been made when this way left the function, or the person refused. */
  passes: boolean;
  verdict: Verdict;
  /** It ends before the call. */
  isBefore: boolean;
  expression: ts.Expression | null;
  /** What it changes of the state, where that is written out. */
  update: ts.ObjectLiteralExpression | null;
  command: { object: ts.ObjectLiteralExpression; goto: ts.Expression | null } | null;
};

/** The ways on which the function ends. `call`: the index of the statement with the call; `isAnswer`: what the person said. */
export function exitsOf(body: Body, call: number, isAnswer: (node: ts.Expression) => boolean): Exit[] {
  return body.returns().map((statement): Exit => {
    const expression = statement.expression ?? null;
    const inner = expression === null ? null : unwrap(expression);
    const verdict = verdictAt(statement, body.block, isAnswer);
    const isBefore = body.indexOf(statement) < call;
    const command = inner === null ? null : commandIn(inner);
    const update = command === null ? inner : valueOf(command.object, "update");
    return {
      statement,
      verdict,
      isBefore,
      passes: !isBefore && verdict !== "refused",
      expression,
      command,
      update: update !== null && ts.isObjectLiteralExpression(unwrap(update)) ? (unwrap(update) as ts.ObjectLiteralExpression) : null,
    };
  });
}

function commandIn(expression: ts.Expression): Exit["command"] {
  const [object] = ts.isNewExpression(expression) && /(?:^|\.)Command$/.test(pathOf(expression.expression)) ? (expression.arguments ?? []) : [];
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return null;
  return { object, goto: valueOf(object, "goto") };
}

export function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | null {
  const property = object.properties.find((each) => each.name !== undefined && !ts.isComputedPropertyName(each.name) && each.name.text === name);
  if (property === undefined) return null;
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : null;
}

/** The parts of what a way gives that need something of `moved`; a reason where they cannot be told from the rest. */
export function partsOf(body: Body, exit: Exit, moved: ReadonlySet<Declaration>): ts.ObjectLiteralElementLike[] | { reason: string } {
  const needs = (node: ts.Node) => [...body.usesIn(node)].some((each) => moved.has(each));
  if (exit.expression === null || !needs(exit.expression)) return [];
  if (exit.update === null) return { reason: "What the node returns is made of what the call gives, in a way that cannot be taken apart." };
  const parts = exit.update.properties.filter(needs);
  if (parts.some((each) => !ts.isPropertyAssignment(each) && !ts.isShorthandPropertyAssignment(each))) {
    return { reason: "What the node returns spreads what the call gives: name the channels one by one first." };
  }
  const others = exit.command?.object.properties.filter((each) => each.name !== undefined && each.name.getText() !== "update") ?? [];
  return others.some(needs) ? { reason: "Where the node goes on depends on what the call gives." } : parts;
}

/** The names of the channels that a way changes; null where they are not all written out. */
export function channelsOf(exit: Exit): string[] | null {
  if (exit.expression === null) return [];
  if (exit.command !== null && valueOf(exit.command.object, "update") === null) return [];
  if (exit.update === null) return null;
  const names: string[] = [];
  for (const each of exit.update.properties) {
    if (each.name === undefined || ts.isComputedPropertyName(each.name)) return null;
    names.push(each.name.text);
  }
  return names;
}
