import type { SourceModel } from "../../schema/source";
import type { FunctionNode } from "../../source/ast";
import type { Code } from "./code";

/** The functions that run inside of graphs: of the nodes and routers of a file. */
export function nodeFunctions(code: Code, model: SourceModel): Set<FunctionNode> {
  const actions = model.graphs.flatMap(({ nodes, conditional }) => [
    ...nodes.map(({ action }) => action),
    ...conditional.map(({ router }) => router),
  ]);
  return new Set(actions.flatMap((action) => code.functionOf(action) ?? []));
}
