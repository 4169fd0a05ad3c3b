import ts from "typescript";
import type { Place, SourceNode } from "../../schema/source";
import { isFunctionNode, literalName, placeOf, textOf, unwrap } from "../../source/ast";
import { propertyOf, type Code } from "./code";

/** A place where a node's code returns a value for a channel. `keepsOld`: it is made from the old value. */
export type Update = { value: ts.Expression; place: Place; keepsOld: boolean };

/** What the code of a node returns for a channel, where it returns an object literal or a `Command` with one. */
export function returnedUpdates(code: Code, node: SourceNode, channel: string): Update[] {
  const fn = code.functionOf(node.action);
  if (fn?.body === undefined) return [];
  const updates: Update[] = [];
  const read = (expression: ts.Expression): void => {
    const inner = code.valueOf(expression);
    if (ts.isConditionalExpression(inner)) {
      read(inner.whenTrue);
      read(inner.whenFalse);
    } else if (ts.isNewExpression(inner)) {
      const options = inner.arguments?.[0];
      const update = options === undefined ? null : propertyOf(unwrap(options), "update");
      if (update !== null) read(update);
    } else if (ts.isObjectLiteralExpression(inner)) updates.push(...updatesIn(inner, channel));
  };
  const visit = (at: ts.Node): void => {
    if (isFunctionNode(at)) return;
    if (ts.isReturnStatement(at) && at.expression !== undefined) read(at.expression);
    ts.forEachChild(at, visit);
  };
  if (ts.isBlock(fn.body)) ts.forEachChild(fn.body, visit);
  else read(fn.body);
  return updates;
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
