import { done, refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { draftOf } from "./builder";
import { edgeProblem, writeEdge } from "./edge-parts";

/** A plain edge, behind the last one that leaves the same source. */
export function addEdge(context: EditContext, edit: EditOf<"add_edge">): StepOutcome {
  const problem = edgeProblem(context, edit.source, edit.target);
  if (problem !== null) return refused(problem, context.graph.place);
  const draft = draftOf(context);
  writeEdge(context, draft, edit.source, edit.target);
  return done(context.file, draft.finish());
}
