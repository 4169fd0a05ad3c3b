import type { Check } from "../check";
import { END } from "../flow";
import { quote } from "../names";

/** A node that nothing leaves: LangGraph ends the run there, and says so nowhere. */
export const deadEnd: Check = {
  severity: "info",
  graph: ({ graph, flow, isWhole }) => {
    if (!isWhole || graph.api !== "graph") return [];
    const toParent = graph.nodes.filter(({ gotos }) => gotos.some(({ kind }) => kind === "parent")).map(({ name }) => name);
    const sources = new Set([...flow.ways.map(({ source }) => source), ...toParent]);
    return graph.nodes
      .filter(
        (node) =>
          !sources.has(node.name) && !flow.open.has(node.name) && node.subgraph === null && node.locked === null && node.action.kind !== "subgraph",
      )
      .map((node) => ({
        message: `Nothing leaves ${quote(node.name)}. LangGraph ends this way of the run after it. If that is meant, say it with an edge to the end.`,
        targets: [{ kind: "node" as const, node: node.name }],
        place: node.name_place ?? node.place,
        fixes: [{ title: "Add an edge to the end", edits: [{ type: "add_edge", graph: graph.name, source: node.name, target: END }] }],
      }));
  },
};
