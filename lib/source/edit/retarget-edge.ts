import { callAt, draftOf, entryOf, nameText, sourceOf } from "./builder";
import { done, refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { missingEdge } from "./delete-edge";
import { edgeProblem, lockedEdge, plainEdges, removeEdges, withoutSequences, writeEdge } from "./edge-parts";

/** Gives a plain edge another source, another target, or both. */
export function retargetEdge(context: EditContext, edit: EditOf<"retarget_edge">): StepOutcome {
  const edges = plainEdges(context, edit.source, edit.target);
  if (edges.length === 0) return refused(missingEdge(context, edit.source, edit.target), context.graph.place);
  const source = edit.new_source ?? edit.source;
  const target = edit.new_target ?? edit.target;
  if (source === edit.source && target === edit.target) return done(context.file, []);
  const problem = edgeProblem(context, source, target);
  if (problem !== null) return refused(problem, edges[0]?.place);
  return lockedEdge(context, edges) ?? withoutSequences(context, edges, (plain) => retarget(plain, edit, source, target));
}

function retarget(context: EditContext, edit: EditOf<"retarget_edge">, source: string, target: string): StepOutcome {
  const draft = draftOf(context);
  const [edge, ...doubles] = plainEdges(context, edit.source, edit.target);
  if (edge === undefined) return refused(missingEdge(context, edit.source, edit.target), context.graph.place);
  removeEdges(context, draft, doubles);
  const call = callAt(draft.sourceFile, edge.place);
  if (call === null || edge.join !== null || !isBehind(context, call.end, [source, target])) {
    removeEdges(context, draft, [edge]);
    writeEdge(context, draft, source, target);
    return done(context.file, draft.finish());
  }
  const [first, second] = call.arguments;
  if (edge.form === "edge" && first !== undefined && second !== undefined) {
    if (source !== edit.source) draft.replaceNode(first, nameText(context, draft, source));
    if (target !== edit.target) draft.replaceNode(second, nameText(context, draft, target));
  } else {
    const isSame = edge.form === "entry" ? source === "__start__" : edge.form === "finish" && target === "__end__";
    const method = isSame ? null : `addEdge(${nameText(context, draft, source)}, ${nameText(context, draft, target)})`;
    if (method !== null) draft.replace(call.expression.name.getStart(draft.sourceFile), call.end, method);
    else if (first !== undefined) draft.replaceNode(first, nameText(context, draft, edge.form === "entry" ? target : source));
  }
  return done(context.file, draft.finish());
}

/** True where all these nodes are added before the offset: an edge that comes earlier names something unknown. */
export function isBehind(context: EditContext, offset: number, names: readonly string[]): boolean {
  const sourceFile = sourceOf(context);
  return context.graph.nodes.every((node) => !names.includes(node.name) || (entryOf(sourceFile, node)?.call?.end ?? 0) <= offset);
}
