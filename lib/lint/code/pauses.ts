import type { SourceGraph, SourceModel, SourceNode } from "../../schema/source";
import { callsOf, isInterrupt } from "./calls";
import type { Code } from "./code";

/** Whether a person is asked in a node: it is an approval of the kit, its code calls `interrupt`, or the subgraph that it is does. */
export function asksPerson(code: Code, model: SourceModel, node: SourceNode): boolean {
  if (node.kit?.kind === "approval") return true;
  const fn = code.functionOf(node.action);
  if (fn !== null && callsOf(code, fn).some(isInterrupt)) return true;
  if (node.subgraph === null || node.subgraph.file !== model.file) return false;
  const inner = model.graphs.find(({ name }) => name === node.subgraph?.graph);
  return inner !== undefined && inner.nodes.some((one) => one.subgraph?.graph !== inner.name && asksPerson(code, model, one));
}

/** Names that `interruptBefore` or `interruptAfter` of `compile` lists; `"*"` stands for all nodes. */
export function pausesOf(graph: SourceGraph, option: "interruptBefore" | "interruptAfter"): Set<string> {
  const value = graph.compile?.options[option]?.value;
  if (value === "*") return new Set(graph.nodes.map(({ name }) => name));
  return new Set(Array.isArray(value) ? value.filter((name) => typeof name === "string") : []);
}
