import { reachable } from "../../graph/reach";
import type { Check } from "../check";
import { END, START } from "../flow";
import { quote, quoteAll } from "../names";

/** A node that names its successors by `Command` alone, without `ends`. */
export const commandWithoutEnds: Check = {
  severity: "warning",
  graph: ({ graph, flow, isWhole }) => {
    if (graph.api !== "graph") return [];
    return graph.nodes.flatMap((node) => {
      const { name, ends } = node;
      const gotos = node.gotos.filter(({ kind }) => kind !== "parent");
      if (ends !== null || "ends" in node.options || gotos.length === 0 || node.locked !== null) return [];
      const drawn = new Set(flow.ways.filter(({ source, kind }) => source === name && kind !== "command").map(({ target }) => target));
      const targets = [...new Set(gotos.map(({ target }) => target))];
      if (targets.every((target) => target === END || drawn.has(target))) return [];
      const without = reachable(
        flow.ways.filter(({ kind }) => kind !== "command"),
        [START],
      );
      const cutOff = isWhole && flow.open.size === 0 ? targets.filter((target) => flow.names.includes(target) && !without.has(target)) : [];
      const isRefused = cutOff.some((target) => !flow.ways.some((way) => way.target === target && way.kind !== "command"));
      return [
        {
          message: `${quote(name)} goes to ${quoteAll(targets)} by \`Command\`, and does not say so in \`ends\`. ${isRefused ? `LangGraph refuses to compile this, because nothing else leads to ${quoteAll(cutOff)}` : "Drawings leave these ways out"}. Name them in the options of \`addNode\`.`,
          targets: [{ kind: "field" as const, node: name, field: "ends" }],
          place: node.name_place ?? node.place,
          severity: isRefused ? ("error" as const) : ("warning" as const),
          fixes: [
            {
              title: "Name them in ends",
              edits: [
                {
                  type: "set_node_options",
                  graph: graph.name,
                  node: name,
                  options: { ends: `[${targets.map((target) => JSON.stringify(target)).join(", ")}]` },
                },
              ],
            },
          ],
        },
      ];
    });
  },
};
