import { done, refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { draftOf } from "./builder";
import { lockedEdge, plainEdges, removeEdges, withoutSequences } from "./edge-parts";
import { removeUnused } from "./unused";

/** Takes the plain edge between two nodes away. */
export function deleteEdge(context: EditContext, edit: EditOf<"delete_edge">): StepOutcome {
  const edges = plainEdges(context, edit.source, edit.target);
  if (edges.length === 0) return refused(missingEdge(context, edit.source, edit.target), context.graph.place);
  return (
    lockedEdge(context, edges) ??
    withoutSequences(context, edges, (plain) => {
      const draft = draftOf(plain);
      removeEdges(plain, draft, plainEdges(plain, edit.source, edit.target));
      removeUnused(draft, []);
      return done(plain.file, draft.finish());
    })
  );
}

/** Why there is no plain edge to change: it may be a branch. */
export function missingEdge({ graph }: EditContext, source: string, target: string): string {
  const isBranch = graph.conditional.some((each) => each.source === source && each.branches?.some((branch) => branch.target === target));
  return isBranch
    ? `The way from ${source} to ${target} is a branch of a condition: change the branch.`
    : `There is no edge from ${source} to ${target} any more.`;
}
