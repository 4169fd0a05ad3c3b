import { addEdge } from "./add-edge";
import { done, type EditContext, type EditOf, type StepOutcome } from "./context";
import { plainEdges } from "./edge-parts";

/** The workflow may end after this node; what else follows it stays. */
export function setFinish(context: EditContext, edit: EditOf<"set_finish">): StepOutcome {
  if (plainEdges(context, edit.node, "__end__").length > 0) return done(context.file, []);
  return addEdge(context, { type: "add_edge", graph: edit.graph, source: edit.node, target: "__end__" });
}
