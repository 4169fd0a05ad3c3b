import { cyclesOf } from "../../graph/components";
import { reachable } from "../../graph/reach";
import type { Check, GraphScope } from "../check";
import { asksPerson, pausesOf } from "../code/pauses";
import { START } from "../flow";
import { quoteAll, quoteWay } from "../names";

/** Cycles that a run can come into and never leave. A cycle in which a person is asked each time may go on as long as they like. */
export function endlessCycles({ graph, flow, model, code }: GraphScope): string[][] {
  const reached = reachable(flow.ways, [START]);
  const pauses = new Set([...pausesOf(graph, "interruptBefore"), ...pausesOf(graph, "interruptAfter")]);
  return cyclesOf(flow.names, flow.ways)
    .filter((cycle) => cycle.some((name) => reached.has(name)))
    .filter((cycle) => {
      const members = new Set(cycle);
      const leaves = flow.ways.some(({ source, target }) => members.has(source) && !members.has(target));
      return !leaves && !cycle.some((name) => flow.open.has(name) || pauses.has(name));
    })
    .filter((cycle) => !graph.nodes.some((node) => cycle.includes(node.name) && asksPerson(code, model, node)))
    .map((cycle) => flow.names.filter((name) => cycle.includes(name)));
}

export const cycleWithoutExit: Check = {
  severity: "error",
  graph: (scope) => {
    const { graph, isWhole } = scope;
    if (!isWhole || graph.api !== "graph") return [];
    return endlessCycles(scope).flatMap((cycle) => {
      const first = graph.nodes.find(({ name }) => name === cycle[0]);
      if (first === undefined) return [];
      const what =
        cycle.length === 1
          ? `${quoteAll(cycle)} leads to itself and nowhere else`
          : `Nothing leads out of the cycle ${quoteWay([...cycle, first.name])}`;
      return [
        {
          message: `${what}. A run that comes here goes on until LangGraph's recursion limit stops it with an error. Make one of its edges a branch that can also lead to the end.`,
          targets: cycle.map((node) => ({ kind: "node" as const, node })),
          place: first.name_place ?? first.place,
        },
      ];
    });
  },
};
