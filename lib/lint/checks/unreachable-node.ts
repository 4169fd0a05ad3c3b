import { reachable } from "../../graph/reach";
import type { Check, Finding } from "../check";
import { START } from "../flow";
import { quote } from "../names";

/** A node that no run can come to. */
export const unreachableNode: Check = {
  severity: "error",
  graph: ({ graph, flow, isWhole }) => {
    if (!isWhole || graph.api !== "graph" || flow.open.size > 0) return [];
    const hasEntry = flow.ways.some(({ source }) => source === START);
    const reached = reachable(flow.ways, [START]);
    return graph.nodes
      .filter(({ name, locked }) => !reached.has(name) && locked === null)
      .map((node): Finding => {
        const entered = flow.ways.filter(({ target, source }) => target === node.name && source !== node.name);
        const why = !hasEntry
          ? "Nothing leads from the start to any node"
          : entered.length === 0
            ? "No edge, branch or `Command` leads to it"
            : `Only ${entered.map(({ source }) => quote(source)).join(", ")} lead to it, which cannot be reached either`;
        return {
          message: `No run can reach ${quote(node.name)}. ${why}. ${hasEntry ? "Lead an edge to it, or delete it." : `Begin with an edge from the start.`}`,
          targets: [{ kind: "node", node: node.name }],
          place: node.name_place ?? node.place,
          // LangGraph refuses to compile only where nothing at all leads to a node.
          severity: entered.length === 0 ? "error" : "warning",
          fixes: [
            ...(hasEntry
              ? []
              : [{ title: `Begin with ${node.name}`, edits: [{ type: "add_edge", graph: graph.name, source: START, target: node.name }] }]),
            { title: `Delete ${node.name}`, edits: [{ type: "delete_node", graph: graph.name, node: node.name }] },
          ],
        };
      });
  },
};
