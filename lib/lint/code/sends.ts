import ts from "typescript";
import type { Place } from "../../schema/source";
import { isFunctionNode, type FunctionNode } from "../../source/ast";
import { callsOf } from "./calls";
import { pathOf, type Code } from "./code";

/** Whether the `Send` around or at a place is made once per item: in a callback such as that of `map`, or in a loop. */
export function sendsMany(code: Code, place: Place): boolean {
  const node = code.nodeAt(place, (candidate): candidate is ts.Node => candidate.getEnd() > 0);
  for (let at: ts.Node | undefined = node ?? undefined; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isIterationStatement(at, false)) return true;
    if (isFunctionNode(at))
      return (
        ts.isCallExpression(at.parent) &&
        ts.isPropertyAccessExpression(at.parent.expression) &&
        /^(map|flatMap|forEach|reduce)$/.test(at.parent.expression.name.text)
      );
  }
  return false;
}

/** The nodes that a function makes a `Send` for, by name. */
export function sentTargets(code: Code, fn: FunctionNode): Set<string> {
  const targets = new Set<string>();
  for (const { call } of callsOf(code, fn)) {
    const [first] = call.arguments ?? [];
    if (!ts.isNewExpression(call) || first === undefined || !pathOf(call.expression).endsWith("Send")) continue;
    const name = code.stringOf(first);
    if (name !== null) targets.add(name);
  }
  return targets;
}
