import ts from "typescript";
import type { QuickFix } from "../../schema/problem";
import { placeOf, type FunctionNode } from "../../source/ast";
import { guardProblem } from "../../source/edit/guard-effect";
import type { EditOf } from "../../source/edit/context";
import type { SourceNode } from "../../schema/source";
import type { GraphScope } from "../check";
import { callsOf, isInterrupt } from "./calls";
import type { Code } from "./code";

type Guard = EditOf<"guard_effect">["guard"];

const TITLES: Record<Guard, string> = {
  own_node: "Move it into a node of its own",
  node_per_call: "One node per call",
  task: "Wrap it in task()",
  key: "Give it an idempotency key",
};
const GUARDS = ["own_node", "node_per_call", "task", "key"] as const satisfies readonly Guard[];

/** The guards that can be put around a call of a node as the text is now, each tried in memory. */
export function guardFixes({ host, model, graph, code }: GraphScope, node: SourceNode, fn: FunctionNode, call: ts.CallExpression): QuickFix[] {
  const text = host.read(model.file);
  if (text === null) return [];
  const place = placeOf(callInNode(code, fn, call));
  return GUARDS.flatMap((guard) => {
    const edit: EditOf<"guard_effect"> = { type: "guard_effect", graph: graph.name, node: node.name, guard, place };
    return guardProblem({ host, file: model.file, text, model, graph }, edit) === null ? [{ title: TITLES[guard], edits: [edit] }] : [];
  });
}

/** The call by which a node comes to an effect in a function that it calls, as long as nobody is asked in there. */
function callInNode(code: Code, fn: FunctionNode, effect: ts.CallExpression): ts.CallExpression {
  const trail = callsOf(code, fn).find(({ call }) => call === effect)?.trail ?? [];
  return trail.filter(ts.isCallExpression).find((outer) => !asks(code, outer)) ?? effect;
}

function asks(code: Code, call: ts.CallExpression): boolean {
  const callee = code.calleeOf(call.expression);
  return callee.kind === "function" && callsOf(code, callee.node).some(isInterrupt);
}
