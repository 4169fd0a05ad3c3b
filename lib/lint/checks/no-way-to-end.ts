import { reachable, reversed } from "../../graph/reach";
import type { Check } from "../check";
import { END, START } from "../flow";
import { quote, quoteAll } from "../names";
import { endlessCycles } from "./cycle-without-exit";

/** A node from which a run can only get into a cycle without an exit. The cycle itself is told by its own check. */
export const noWayToEnd: Check = {
  severity: "error",
  graph: (scope) => {
    const { graph, flow, isWhole } = scope;
    if (!isWhole || graph.api !== "graph") return [];
    const cycles = endlessCycles(scope);
    if (cycles.length === 0) return [];
    const sources = new Set(flow.ways.map(({ source }) => source));
    const ends = [END, ...flow.open, ...flow.names.filter((name) => !sources.has(name))];
    const canEnd = reachable(reversed(flow.ways), ends);
    const reached = reachable(flow.ways, [START]);
    const trapped = new Set(cycles.flat());
    return graph.nodes
      .filter(({ name }) => reached.has(name) && !canEnd.has(name) && !trapped.has(name))
      .flatMap((node) => {
        const onwards = reachable(flow.ways, [node.name]);
        const cycle = cycles.find((members) => members.some((name) => onwards.has(name)));
        if (cycle === undefined) return [];
        return [
          {
            message: `There is no way from ${quote(node.name)} to the end. It leads to ${quoteAll(cycle)}, where nothing leads out. Give the cycle an exit, or lead ${quote(node.name)} elsewhere.`,
            targets: [{ kind: "node" as const, node: node.name }],
            place: node.name_place ?? node.place,
          },
        ];
      });
  },
};
