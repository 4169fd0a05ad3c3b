import { placeOf } from "../../source/ast";
import type { Check } from "../check";
import { checkpointerOf, isInMemory } from "../code/checkpointers";

/** LangGraph's in-memory checkpointer, compiled into a graph that others use. */
export const memoryCheckpointer: Check = {
  severity: "info",
  graph: (scope) => {
    const { graph, code } = scope;
    const checkpointer = checkpointerOf(scope);
    if (checkpointer === null || checkpointer === "unknown" || !isInMemory(code, checkpointer)) return [];
    const isExported = graph.exported_as.length > 0;
    return [
      {
        message: `The graph is compiled with a checkpointer that keeps its threads in memory. They are gone when the process ends, and waiting approvals with them. Use one that writes to a database; Retrograph and LangGraph's server replace it by their own.`,
        targets: [{ kind: "graph" }],
        place: placeOf(checkpointer),
        severity: isExported ? "warning" : "info",
      },
    ];
  },
};
