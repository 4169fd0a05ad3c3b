import type { SourceConditional, SourceEdge } from "../../schema/source";
import { addCall, callAt, conditionalParts, edgeCall, edgeNeighbours, entryOf, isRepeated, nameText, rootOf, sourceOf, statementOf } from "./builder";
import type { BuilderCall } from "./chain";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { Drafts } from "./drafts";
import { lockedEdge, removeEdges, withoutSequences } from "./edge-parts";
import { planExtraction, type ExtractPlan } from "./extract-plan";
import { conditionalMethod, methodText, movedComments, nodeMethod, removeMovedComments } from "./moved-calls";
import { capitalised, nodeNameProblem, quoted, toVariableName, unusedName } from "./names";
import { mapText } from "./path-map";
import { retargetIn } from "./retarget-branch";
import { subgraphState, type SubgraphState } from "./subgraph-state";

/** Moves nodes into a workflow of their own above the builder, which takes their place as one node. */
export function extractSubgraph(context: EditContext, edit: EditOf<"extract_subgraph">): StepOutcome {
  const { graph } = context;
  const plan = planExtraction(graph, edit.nodes);
  if ("reason" in plan) return refused(plan.reason, graph.place);
  const problem = nodeNameProblem({ ...graph, nodes: graph.nodes.filter(({ name }) => !edit.nodes.includes(name)) }, edit.name);
  if (problem !== null) return refused(problem, graph.place);
  const breakpoints = ["interruptBefore", "interruptAfter"].filter((key) =>
    edit.nodes.some((name) => graph.compile?.options[key]?.text.includes(name)),
  );
  if (breakpoints[0] !== undefined)
    return refused(
      `One of these nodes is in ${breakpoints[0]} of compile(), which only knows nodes of its own graph: take it out first.`,
      graph.compile?.place,
    );
  const looped = plan.nodes.find((node) => isRepeated(context, node));
  if (looped !== undefined) return refused(`${looped.name} is added in a loop together with others: change the loop in the code.`, looped.place);
  const touched = [...plan.inner, ...plan.into, ...plan.out];
  const members = graph.edges.filter(
    ({ form, source, target }) => form === "sequence" && (edit.nodes.includes(source) || edit.nodes.includes(target)),
  );
  return lockedEdge(context, touched) ?? withoutSequences(context, members, (plain) => extract(plain, edit));
}

function extract(context: EditContext, edit: EditOf<"extract_subgraph">): StepOutcome {
  const plan = planExtraction(context.graph, edit.nodes);
  if ("reason" in plan) return refused(plan.reason, context.graph.place);
  const drafts = new Drafts(context);
  const { main } = drafts;
  const root = rootOf(context);
  if (root === null) return refused("The builder of this workflow was not found in its text.", context.graph.place);
  const base = toVariableName(edit.name, "sub");
  const variable = unusedName(main.sourceFile, base.endsWith("Graph") ? base : `${base}Graph`);
  const state = subgraphState(context, main, plan.nodes, capitalised(variable.replace(/Graph\d*$/, "")));
  if ("reason" in state) return refused(state.reason, context.graph.place);
  const lines = subgraphLines(context, drafts, plan, variable, state);
  if (lines === null) return refused("One of these nodes is added in a way that can only be changed in the code.", context.graph.place);
  main.insertAbove(statementOf(root), lines);
  if (!replaceByNode(context, drafts, plan, edit.name, variable)) {
    return refused("Who leads to these nodes is decided in the code of a router that cannot be changed here.", context.graph.place);
  }
  return drafts.finish([...plan.notes, ...state.notes]);
}

/** The text of the subgraph, a call a line. */
function subgraphLines(context: EditContext, drafts: Drafts, plan: ExtractPlan, variable: string, state: SubgraphState): string[] | null {
  const { main } = drafts;
  const { indent, semicolons } = main.style;
  const sourceFile = sourceOf(context);
  const lines = [...state.lines, ...(state.lines.length > 0 ? [""] : []), `const ${variable} = new StateGraph(${state.argument})`];
  const add = (method: string, call: BuilderCall | null = null) => {
    for (const comment of movedComments(main, call, indent)) lines.push(...(indent + comment).split(/\r?\n/));
    lines.push(...`${indent}.${method}`.split(/\r?\n/));
  };
  for (const node of plan.nodes) {
    const method = nodeMethod(main, node, indent);
    if (method === null) return null;
    const entry = entryOf(sourceFile, node);
    add(method, entry?.element === null ? entry.call : null);
  }
  for (const entry of plan.entries) add(`addEdge(${nameText(context, main, "__start__")}, ${nameText(context, main, entry)})`);
  const written = new Set<BuilderCall>();
  for (const edge of inOrder([...plan.inner, ...plan.conditional])) {
    const call = "target" in edge ? edgeCall(sourceFile, edge, context.graph.nodes) : callAt(sourceFile, edge.place);
    if (call === null || written.has(call)) continue;
    written.add(call);
    const method = "target" in edge ? methodText(main, call, indent) : conditionalInside(context, drafts, plan, edge, indent);
    if (method === null) return null;
    add(method, call);
  }
  for (const source of new Set(plan.out.map((edge) => edge.source)))
    add(`addEdge(${nameText(context, main, source)}, ${nameText(context, main, "__end__")})`);
  add(`compile()${semicolons ? ";" : ""}`);
  return lines;
}

function inOrder(parts: (SourceEdge | SourceConditional)[]): (SourceEdge | SourceConditional)[] {
  return parts.sort((a, b) => a.place.end - b.place.end);
}

/** Branches that leave the subgraph lead to its end. */
function conditionalInside(
  context: EditContext,
  drafts: Drafts,
  plan: ExtractPlan,
  conditional: SourceConditional,
  indentation: string,
): string | null {
  const parts = conditionalParts(drafts.main.sourceFile, conditional);
  if (parts === null) return null;
  const isInside = (name: string) => plan.nodes.some((node) => node.name === name);
  const branches = conditional.branches ?? [];
  if (branches.every(({ target }) => target === "__end__" || isInside(target))) return conditionalMethod(drafts.main, parts, indentation, {});
  const ended = branches.filter(({ send }) => !send).map(({ label, target }) => ({ label, target: isInside(target) ? target : "__end__" }));
  return conditionalMethod(drafts.main, parts, indentation, { map: mapText(context, drafts.main, ended, indentation) });
}

/** Takes the nodes out of the graph around, and puts the subgraph there. */
function replaceByNode(context: EditContext, drafts: Drafts, plan: ExtractPlan, name: string, variable: string): boolean {
  const { main } = drafts;
  const { sourceFile } = main;
  const written = quoted(name, main.style);
  const method = `addNode(${written}, ${variable})`;
  let isPlaced = false;
  for (const node of plan.nodes) {
    const entry = entryOf(sourceFile, node);
    if (entry === null) return false;
    if (entry.element !== null) main.removeElement(entry.element.list, entry.element.node);
    else if (entry.call !== null && !isPlaced) {
      removeMovedComments(main, entry.call);
      main.replace(entry.call.expression.name.getStart(sourceFile), entry.call.end, method);
      isPlaced = true;
    } else if (entry.call !== null) main.removeCall(entry.call);
  }
  if (!isPlaced)
    addCall(
      context,
      main,
      method,
      plan.nodes.map((node) => node.name),
      [],
    );
  removeEdges(context, main, plan.inner);
  for (const conditional of plan.conditional) {
    const call = callAt(sourceFile, conditional.place);
    if (call !== null) main.removeCall(call);
  }
  replaceEdges(context, drafts, plan.into, (edge) => ({
    key: edge.join?.join() ?? edge.source,
    method: `addEdge(${sourceText(context, drafts, edge)}, ${written})`,
  }));
  replaceEdges(context, drafts, plan.out, (edge) => ({ key: edge.target, method: `addEdge(${written}, ${nameText(context, main, edge.target)})` }));
  for (const exit of plan.exits.filter((target) => !plan.out.some((edge) => edge.target === target))) {
    addCall(
      context,
      main,
      `addEdge(${written}, ${nameText(context, main, exit)})`,
      [exit, ...plan.nodes.map((node) => node.name)],
      edgeNeighbours(context, plan.nodes[0]?.name ?? ""),
    );
  }
  return retargetBranches(context, drafts, plan, name);
}

function sourceText(context: EditContext, drafts: Drafts, edge: SourceEdge): string {
  if (edge.join === null) return nameText(context, drafts.main, edge.source);
  return `[${edge.join.map((source) => nameText(context, drafts.main, source)).join(", ")}]`;
}

/** Writes the first edge of each key anew where it stands, and takes the others away. */
function replaceEdges(
  context: EditContext,
  drafts: Drafts,
  edges: readonly SourceEdge[],
  rewrite: (edge: SourceEdge) => { key: string; method: string },
): void {
  const { main } = drafts;
  const seen = new Set<string>();
  const calls = new Set<BuilderCall>();
  for (const edge of edges) {
    const call = edgeCall(main.sourceFile, edge, context.graph.nodes);
    if (call === null || calls.has(call)) continue;
    calls.add(call);
    const { key, method } = rewrite(edge);
    if (seen.has(key)) main.removeCall(call);
    else main.replace(call.expression.name.getStart(main.sourceFile), call.end, method);
    seen.add(key);
  }
}

function retargetBranches(context: EditContext, drafts: Drafts, plan: ExtractPlan, name: string): boolean {
  const isInside = (each: string) => plan.nodes.some((node) => node.name === each);
  return context.graph.conditional
    .filter(({ source }) => !isInside(source))
    .every((conditional) =>
      (conditional.branches ?? []).filter(({ target }) => isInside(target)).every((branch) => retargetIn(context, drafts, conditional, branch, name)),
    );
}
