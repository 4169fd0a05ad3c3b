import ts from "typescript";
import { isFunctionNode, type FunctionNode } from "../../source/ast";
import { callsOf } from "./calls";
import { pathOf, type Code } from "./code";

/** A `Send` that a function makes. `isRepeated`: once per item, in a callback such as that of `map` or in a loop. */
type Sent = { target: string; isRepeated: boolean };

/** The nodes that a function sends to, by `Send`. */
export function sendsIn(code: Code, fn: FunctionNode): Sent[] {
  return callsOf(code, fn).flatMap(({ call }) => {
    const [first] = call.arguments ?? [];
    if (!ts.isNewExpression(call) || first === undefined || !/(^|\.)Send$/.test(pathOf(call.expression))) return [];
    if (isOfInnerGraph(call, fn)) return [];
    const target = code.stringOf(first);
    return target === null ? [] : [{ target, isRepeated: isRepeated(call) }];
  });
}

/** True in a part of a graph that the function builds for itself, as a map node does: its names are another graph's. */
function isOfInnerGraph(node: ts.Node, within: FunctionNode): boolean {
  for (let at: ts.Node = node; at !== within && !ts.isSourceFile(at); at = at.parent) {
    if (!isFunctionNode(at) || !ts.isCallExpression(at.parent) || !ts.isPropertyAccessExpression(at.parent.expression)) continue;
    if (/^(addNode|addConditionalEdges)$/.test(at.parent.expression.name.text)) return true;
  }
  return false;
}

function isRepeated(node: ts.Node): boolean {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isIterationStatement(at, false)) return true;
    if (!isFunctionNode(at)) continue;
    const { parent } = at;
    return (
      ts.isCallExpression(parent) &&
      ts.isPropertyAccessExpression(parent.expression) &&
      /^(map|flatMap|forEach|reduce)$/.test(parent.expression.name.text)
    );
  }
  return false;
}
