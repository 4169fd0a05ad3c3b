import ts from "typescript";
import type { SourceConditional, SourceEdge, SourceGraph } from "../../schema/source";
import { addCall, callAt, conditionalParts, edgeCall, edgeNeighbours, entryOf, nameText, rootOf } from "./builder";
import type { BuilderCall } from "./chain";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { Drafts } from "./drafts";
import { lockedEdge, withoutSequences } from "./edge-parts";
import { planInlining, type InlinePlan } from "./inline-plan";
import { conditionalMethod, methodText, movedComments, nodeMethod } from "./moved-calls";
import { mapText } from "./path-map";
import { retargetIn } from "./retarget-branch";
import { stateName } from "./state-type";
import { removeUnused } from "./unused";

/** The nodes of a subgraph take its place. */
export function inlineSubgraph(context: EditContext, edit: EditOf<"inline_subgraph">): StepOutcome {
  const found = childOf(context, edit.node);
  if ("reason" in found) return refused(found.reason, context.graph.place);
  const plan = planInlining(context.graph, found.child, edit.node);
  if ("reason" in plan) return refused(plan.reason, context.graph.place);
  const touched = context.graph.edges.filter(({ source, target }) => source === edit.node || target === edit.node);
  const inner: EditContext = { ...context, graph: found.child };
  const locked = lockedEdge(context, touched) ?? lockedEdge(inner, found.child.edges);
  if (locked !== null) return locked;
  return withoutSequences(inner, found.child.edges, (first) =>
    withoutSequences({ ...first, graph: sameGraph(first, context.graph) }, touched, (at) =>
      inline({ ...at, graph: sameGraph(at, context.graph) }, edit.node),
    ),
  );
}

/** The graph as it was read last: writing out a sequence moves its places. */
function sameGraph(context: EditContext, graph: SourceGraph): SourceGraph {
  return context.model.graphs.find(({ name }) => name === graph.name) ?? graph;
}

function childOf(context: EditContext, name: string): { child: SourceGraph } | { reason: string } {
  const node = context.graph.nodes.find((each) => each.name === name);
  if (node === undefined) return { reason: `There is no node called ${name} any more.` };
  if (node.locked !== null) return { reason: node.locked };
  if (node.subgraph === null) return { reason: `${name} is no subgraph whose workflow was found.` };
  if (node.subgraph.file !== context.file)
    return { reason: `The workflow of ${name} stands in ${node.subgraph.file}: only one of the same file can be taken in.` };
  const child = context.model.graphs.find((graph) => graph.name === node.subgraph?.graph);
  if (child === undefined) return { reason: `The workflow of ${name} was not found in this file.` };
  const outer = stateName(context);
  if (outer === null || stateName({ ...context, graph: child }) !== outer) {
    return { reason: `${name} has a state of its own: only a subgraph that shares the state can be taken in.` };
  }
  return { child };
}

function inline(context: EditContext, name: string): StepOutcome {
  const found = childOf(context, name);
  if ("reason" in found) return refused(found.reason, context.graph.place);
  const plan = planInlining(context.graph, found.child, name);
  if ("reason" in plan) return refused(plan.reason, context.graph.place);
  const drafts = new Drafts(context);
  const { main } = drafts;
  const inner: EditContext = { ...context, graph: found.child };
  const entry = entryOf(main.sourceFile, plan.node);
  if (entry?.call == null || entry.element !== null)
    return refused("This subgraph is added in a way that can only be changed in the code.", plan.node.place);
  const { call } = entry;
  const indentation = main.indentation(call.expression.name.getStart(main.sourceFile));
  const moved = found.child.nodes.flatMap((node) => {
    const method = nodeMethod(main, node, indentation);
    const added = entryOf(main.sourceFile, node);
    return method === null ? [] : [{ method, comments: movedComments(main, added?.element === null ? added.call : null, indentation) }];
  });
  const [first, ...others] = moved;
  if (first === undefined || moved.length !== found.child.nodes.length)
    return refused("A node of this subgraph is added in a way that can only be moved in the code.", plan.node.place);
  const start = main.lineHead(call);
  if (start !== null && first.comments.length > 0) main.insert(start, main.below(first.comments, start, ""));
  main.replace(call.expression.name.getStart(main.sourceFile), call.end, first.method);
  for (const { method, comments } of others) main.insertCall(call, method, comments);
  moveEdges(context, inner, drafts, plan, indentation);
  if (!enterAtFirst(context, inner, drafts, plan))
    return refused("Who leads to this subgraph is decided in the code of a router that cannot be changed here.", plan.node.place);
  leaveAtLast(context, inner, drafts, plan);
  removeUnused(main, [entry.action, ...schemasOf(inner)]);
  return drafts.finish(plan.notes);
}

/** The schemas that the subgraph was made with: nothing else may use them. */
function schemasOf(inner: EditContext): ts.Node[] {
  const root = rootOf(inner);
  const first = root !== null && ts.isNewExpression(root) ? root.arguments?.[0] : undefined;
  if (first === undefined || !ts.isObjectLiteralExpression(first)) return [];
  return first.properties.map((property) => (ts.isPropertyAssignment(property) ? property.initializer : property));
}

/** Edges and conditional edges inside of the subgraph, in the order in which they stand there. */
function moveEdges(context: EditContext, inner: EditContext, drafts: Drafts, plan: InlinePlan, indentation: string): void {
  const { main } = drafts;
  const written = new Set<BuilderCall>();
  const into = context.graph.edges
    .filter(({ target }) => target === plan.node.name)
    .map((edge) => edgeCall(main.sourceFile, edge, context.graph.nodes));
  const behind = into.length > 0 ? into : edgeNeighbours(context, plan.node.name);
  const add = (method: string, call: BuilderCall) => addCall(context, main, method, [plan.node.name], behind, movedComments(main, call, indentation));
  const parts: (SourceEdge | SourceConditional)[] = [...plan.inner, ...inner.graph.conditional];
  for (const edge of parts.sort((a, b) => a.place.end - b.place.end)) {
    const isEdge = "target" in edge;
    const call = isEdge ? edgeCall(main.sourceFile, edge, inner.graph.nodes) : callAt(main.sourceFile, edge.place);
    if (call === null || written.has(call)) continue;
    written.add(call);
    const led = isEdge ? null : innerConditional(inner, drafts, plan, edge, indentation);
    add(led ?? methodText(main, call, indentation), call);
  }
}

/** Where the subgraph would end, its branches lead on to what follows it. */
function innerConditional(inner: EditContext, drafts: Drafts, plan: InlinePlan, conditional: SourceConditional, indentation: string): string | null {
  const parts = conditionalParts(drafts.main.sourceFile, conditional);
  const [next] = plan.exits;
  const branches = conditional.branches ?? [];
  if (parts === null || next === undefined || next === "__end__" || branches.every(({ target }) => target !== "__end__")) return null;
  const led = branches.filter(({ send }) => !send).map(({ label, target }) => ({ label, target: target === "__end__" ? next : target }));
  return conditionalMethod(drafts.main, parts, indentation, { map: mapText(inner, drafts.main, led, indentation) });
}

/** Edges and branches to the subgraph lead to its first nodes. */
function enterAtFirst(context: EditContext, inner: EditContext, drafts: Drafts, plan: InlinePlan): boolean {
  const { main } = drafts;
  const [first, ...others] = plan.entries;
  if (first === undefined) return false;
  const calls = new Set<BuilderCall>();
  for (const edge of context.graph.edges.filter(({ target, source }) => target === plan.node.name && source !== plan.node.name)) {
    const call = edgeCall(main.sourceFile, edge, context.graph.nodes);
    if (call === null || calls.has(call)) continue;
    calls.add(call);
    const target = call.arguments.at(-1);
    if (target !== undefined) main.replaceNode(target, nameText(inner, main, first));
    for (const entry of others) main.insertCall(call, `addEdge(${nameText(context, main, edge.source)}, ${nameText(inner, main, entry)})`);
  }
  return context.graph.conditional.every((conditional) =>
    (conditional.branches ?? [])
      .filter(({ target }) => target === plan.node.name)
      .every((branch) => retargetIn(context, drafts, conditional, branch, first)),
  );
}

/** What followed the subgraph follows its last nodes. */
function leaveAtLast(context: EditContext, inner: EditContext, drafts: Drafts, plan: InlinePlan): void {
  const { main } = drafts;
  const [last] = plan.lasts;
  for (const conditional of context.graph.conditional.filter(({ source }) => source === plan.node.name)) {
    const parts = conditionalParts(main.sourceFile, conditional);
    if (parts?.source != null && last !== undefined) main.replaceNode(parts.source, nameText(inner, main, last));
  }
  for (const edge of context.graph.edges.filter(({ source }) => source === plan.node.name)) {
    const call = edgeCall(main.sourceFile, edge, context.graph.nodes);
    if (call === null) continue;
    if (edge.join !== null) {
      if (edge.source_place !== null && last !== undefined) main.replace(edge.source_place.start, edge.source_place.end, nameText(inner, main, last));
      continue;
    }
    const methods = plan.lasts.map((source) => `addEdge(${nameText(inner, main, source)}, ${nameText(context, main, edge.target)})`);
    const [first, ...others] = methods;
    if (first === undefined) main.removeCall(call);
    else main.replace(call.expression.name.getStart(main.sourceFile), call.end, first);
    for (const method of others) main.insertCall(call, method);
  }
  if (plan.exits.length > 0 || context.graph.conditional.some(({ source }) => source === plan.node.name)) return;
  for (const source of plan.ended)
    addCall(
      context,
      main,
      `addEdge(${nameText(inner, main, source)}, ${nameText(context, main, "__end__")})`,
      [plan.node.name],
      edgeNeighbours(context, plan.node.name),
    );
}
