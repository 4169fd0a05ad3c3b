import type { Check } from "../check";
import { quote } from "../names";

/** A node and a channel of the same name. */
export const nameClash: Check = {
  severity: "error",
  graph: ({ graph }) => {
    const channels = new Set(graph.channels.map(({ name }) => name));
    const taken = new Set([...channels, ...graph.nodes.map(({ name }) => name)]);
    return graph.nodes
      .filter(({ name, form }) => channels.has(name) && form !== "agent" && form !== "task")
      .map((node) => {
        const free = [`${node.name}_node`, `${node.name}_step`, `do_${node.name}`].find((name) => !taken.has(name));
        return {
          message: `${quote(node.name)} is the name of a node and of a channel. LangGraph throws when the node is added, because both share one set of names. Rename one of them.`,
          targets: [
            { kind: "node" as const, node: node.name },
            { kind: "channel" as const, channel: node.name },
          ],
          place: node.name_place ?? node.place,
          fixes:
            free === undefined || node.locked !== null
              ? []
              : [{ title: `Call the node ${free}`, edits: [{ type: "rename_node", graph: graph.name, node: node.name, name: free }] }],
        };
      });
  },
};
