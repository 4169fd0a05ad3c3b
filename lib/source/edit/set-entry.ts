import { done, refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { draftOf } from "./builder";
import { edgeProblem, lockedEdge, plainEdges, removeEdges, withoutSequences, writeEdge } from "./edge-parts";
import { retargetEdge } from "./retarget-edge";
import { inSteps } from "./pipeline";

/** The start leads to this node, and by a plain edge to no other. */
export function setEntry(context: EditContext, edit: EditOf<"set_entry">): StepOutcome {
  const edges = plainEdges(context, "__start__");
  const isThere = edges.some(({ target }) => target === edit.node);
  const problem = isThere ? null : edgeProblem(context, "__start__", edit.node);
  if (problem !== null) return refused(problem, context.graph.place);
  const locked = lockedEdge(context, edges);
  if (locked !== null) return locked;
  const first = edges[0];
  if (isThere || first === undefined) return replaceOthers(context, edit.node);
  const turn = { type: "retarget_edge", graph: edit.graph, source: "__start__", target: first.target, new_target: edit.node } as const;
  return inSteps(context, [(at) => retargetEdge(at, turn), (at) => replaceOthers(at, edit.node)]);
}

function replaceOthers(context: EditContext, node: string): StepOutcome {
  const others = plainEdges(context, "__start__").filter(({ target }) => target !== node);
  return withoutSequences(context, others, (plain) => {
    const draft = draftOf(plain);
    const edges = plainEdges(plain, "__start__");
    removeEdges(
      plain,
      draft,
      edges.filter(({ target }) => target !== node),
    );
    if (!edges.some(({ target }) => target === node)) writeEdge(plain, draft, "__start__", node);
    return done(plain.file, draft.finish());
  });
}
