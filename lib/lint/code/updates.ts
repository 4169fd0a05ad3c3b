import ts from "typescript";
import type { Place, SourceNode } from "../../schema/source";
import { isFunctionNode, literalName, placeOf, textOf, unwrap } from "../../source/ast";
import { pathOf, propertyOf, type Code } from "./code";

/** A place where a node's code returns a value for a channel. `keepsOld`: it is made from the old value. */
export type Update = { value: ts.Expression; place: Place; keepsOld: boolean };

/** What the code of a node returns for a channel, where it returns an object literal or a `Command` with one. */
export function returnedUpdates(code: Code, node: SourceNode, channel: string): Update[] {
  return returnedValues(code, node).flatMap((value) => (ts.isObjectLiteralExpression(value) ? updatesIn(value, channel) : []));
}

/** Whether the code of a node returns a value for a channel on every way through it that returns at all. */
export function alwaysWrites(code: Code, node: SourceNode, channel: string): boolean {
  const values = returnedValues(code, node);
  return values.length > 0 && values.every((value) => ts.isObjectLiteralExpression(value) && updatesIn(value, channel).length > 0);
}

/** Whether everything that the code of a node returns is written down: object literals without a spread, or nothing. */
export function returnsAreKnown(code: Code, node: SourceNode): boolean {
  return returnedValues(code, node).every(
    (value) => (ts.isObjectLiteralExpression(value) && !value.properties.some(ts.isSpreadAssignment)) || isNothing(value),
  );
}

function isNothing(value: ts.Expression): boolean {
  return value.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(value) && value.text === "undefined");
}

/** What a node's code can return, `Command`s as their update. */
function returnedValues(code: Code, node: SourceNode): ts.Expression[] {
  const fn = code.functionOf(node.action);
  if (fn?.body === undefined) return [];
  const values: ts.Expression[] = [];
  const read = (expression: ts.Expression): void => {
    const inner = code.valueOf(expression);
    if (ts.isConditionalExpression(inner)) {
      read(inner.whenTrue);
      read(inner.whenFalse);
    } else if (ts.isNewExpression(inner) && pathOf(inner.expression).endsWith("Command")) {
      const [options] = inner.arguments ?? [];
      const update = options === undefined ? null : propertyOf(unwrap(options), "update");
      if (update !== null) read(update);
    } else values.push(inner);
  };
  const visit = (at: ts.Node): void => {
    if (isFunctionNode(at)) return;
    if (ts.isReturnStatement(at) && at.expression !== undefined) read(at.expression);
    ts.forEachChild(at, visit);
  };
  if (ts.isBlock(fn.body)) ts.forEachChild(fn.body, visit);
  else read(fn.body);
  return values;
}

function updatesIn(object: ts.ObjectLiteralExpression, channel: string): Update[] {
  return object.properties.flatMap((property) => {
    if (property.name === undefined || literalName(property.name) !== channel) return [];
    if (ts.isShorthandPropertyAssignment(property)) return [{ value: property.name, place: placeOf(property), keepsOld: true }];
    if (!ts.isPropertyAssignment(property)) return [];
    const value = unwrap(property.initializer);
    return [{ value, place: placeOf(property), keepsOld: !ts.isArrayLiteralExpression(value) || mentionsOld(value, channel) }];
  });
}

/** `[...state.messages, reply]`, `[...messages, reply]`. */
function mentionsOld(list: ts.ArrayLiteralExpression, channel: string): boolean {
  return list.elements.some(
    (element) => ts.isSpreadElement(element) && new RegExp(`\\b${channel.replace(/\W/g, "\\$&")}\\b|[mM]essages|[hH]istory`).test(textOf(element)),
  );
}
