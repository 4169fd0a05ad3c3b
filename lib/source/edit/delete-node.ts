import ts from "typescript";
import type { SourceEdge, SourceNode } from "../../schema/source";
import { unwrap } from "../ast";
import { removeBranches, removeConditional } from "./branch-removal";
import { conditionalParts, entryOf, isRepeated, nodeAt } from "./builder";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import { Drafts } from "./drafts";
import { edgeProblem, lockedEdge, removeEdges, withoutSequences } from "./edge-parts";
import { inSteps } from "./pipeline";
import { retargetBranch } from "./retarget-branch";
import { retargetEdge } from "./retarget-edge";
import { isSent } from "./router";
import { removeUnused } from "./unused";

/** Takes a node away, with its edges, the branches and `ends` that lead to it, and what nothing else uses then. */
export function deleteNode(context: EditContext, edit: EditOf<"delete_node">): StepOutcome {
  const node = context.graph.nodes.find(({ name }) => name === edit.node);
  if (node === undefined) return refused(`There is no node called ${edit.node} any more.`, context.graph.place);
  if (node.locked !== null) return refused(node.locked, node.place);
  if (isRepeated(context, node)) return refused("This node is added in a loop together with others: change the loop in the code.", node.place);
  if (node.form === "agent" || node.form === "task")
    return refused("This node is made by a function of LangChain: change what that function is given.", node.place);
  const touched = context.graph.edges.filter(({ source, target }) => source === edit.node || target === edit.node);
  const locked = lockedEdge(context, touched);
  if (locked !== null) return locked;
  return withoutSequences(context, sequenceEdges(context, edit.node), (plain) => {
    const successor = edit.heal ? successorOf(plain, edit.node) : null;
    if (successor === null) return remove(plain, edit.node, edit.heal ? unhealed(plain, edit.node) : []);
    return inSteps(plain, [...healing(plain, edit.node, successor), (at) => remove(at, edit.node)]);
  });
}

/** All edges of sequences that the node is part of: they are written out before. */
function sequenceEdges(context: EditContext, name: string): SourceEdge[] {
  return context.graph.edges.filter(({ form, source, target }) => form === "sequence" && (source === name || target === name));
}

/** The one node that follows by a plain edge, where no other way leaves. */
function successorOf({ graph }: EditContext, name: string): string | null {
  const targets = new Set(graph.edges.filter(({ source, target }) => source === name && target !== name).map(({ target }) => target));
  const [only] = targets;
  const leavesOtherwise = graph.conditional.some(({ source }) => source === name);
  return targets.size === 1 && only !== undefined && !leavesOtherwise ? only : null;
}

/** Says that what led to the node leads nowhere, where it led on to several. */
function unhealed({ graph }: EditContext, name: string): string[] {
  const isLedTo = graph.edges.some(({ source, target }) => target === name && source !== name);
  const leadsOn = graph.edges.some(({ source }) => source === name) || graph.conditional.some(({ source }) => source === name);
  return isLedTo && leadsOn ? [`${name} did not lead on to one node alone: draw where what led to it goes now.`] : [];
}

/** What led to the node leads on to its successor. */
function healing(context: EditContext, name: string, successor: string): ((context: EditContext) => StepOutcome)[] {
  const { graph } = context;
  const steps: ((context: EditContext) => StepOutcome)[] = [];
  for (const source of new Set(graph.edges.filter(({ source, target }) => target === name && source !== name).map((edge) => edge.source))) {
    if (edgeProblem(context, source, successor) !== null || source === successor) continue;
    steps.push((at) => retargetEdge(at, { type: "retarget_edge", graph: graph.name, source, target: name, new_target: successor }));
  }
  for (const source of new Set(graph.conditional.map((each) => each.source))) {
    graph.conditional
      .filter((each) => each.source === source && each.locked === null)
      .forEach((conditional, router) => {
        const drafts = new Drafts(context);
        const leading = conditional.branches?.filter((branch) => branch.target === name && !isSent(drafts, conditional, branch)) ?? [];
        for (const { label } of leading) {
          const edit = { type: "retarget_branch", graph: graph.name, source, router, label, target: successor } as const;
          steps.push((at) => {
            const outcome = retargetBranch(at, edit);
            return outcome.status === "refused" ? { status: "done", changes: new Map(), notes: [] } : outcome;
          });
        }
      });
  }
  return steps;
}

function remove(context: EditContext, name: string, notes: string[] = []): StepOutcome {
  const { graph } = context;
  const node = graph.nodes.find((each) => each.name === name);
  if (node === undefined) return refused(`There is no node called ${name} any more.`, graph.place);
  const drafts = new Drafts(context);
  const { main } = drafts;
  const entry = entryOf(main.sourceFile, node);
  if (entry === null) return refused("This node is added in a way that can only be changed in the code.", node.place);
  const unused: ts.Node[] = [entry.action, entry.name];

  removeEdges(
    context,
    main,
    graph.edges.filter(({ source, target }) => source === name || target === name),
  );
  for (const conditional of graph.conditional) {
    const branches = conditional.branches ?? [];
    const leading = branches.filter(({ target }) => target === name);
    if (conditional.source === name || (leading.length > 0 && leading.length === branches.length))
      unused.push(...removeConditional(main, conditional));
    else if (leading.length > 0) notes.push(...removeBranches(context, drafts, conditional, leading));
  }
  for (const other of graph.nodes) if (other !== node) notes.push(...removeEnds(drafts, other, name));
  removeFromCompile(context, main, name);
  removeEntry(main, entry, context);
  removeUnused(main, [...unused, ...partsOf(context, main, node)]);
  return drafts.finish(notes);
}

/** What the nodes and routers of a subgraph run, which nothing uses when the subgraph is gone. */
function partsOf({ model, file }: EditContext, draft: Draft, { subgraph }: SourceNode): ts.Node[] {
  const child = subgraph?.file === file ? model.graphs.find(({ name }) => name === subgraph.graph) : undefined;
  const actions = child?.nodes.map((node) => entryOf(draft.sourceFile, node)?.action) ?? [];
  const routers = child?.conditional.map((each) => conditionalParts(draft.sourceFile, each)?.path) ?? [];
  return [...actions, ...routers].filter((part) => part !== undefined && part !== null);
}

function removeEntry(draft: Draft, entry: NonNullable<ReturnType<typeof entryOf>>, context: EditContext): void {
  const { call, element } = entry;
  const others = context.graph.nodes.filter((node) => entryOf(draft.sourceFile, node)?.call === call).length;
  if (call !== null && (element === null || (others === 1 && element.list.length === 1))) draft.removeCall(call);
  else if (element !== null) draft.removeElement(element.list, element.node);
}

/** Takes a target out of the `ends` of another node. Gives notes about gotos that still name it. */
function removeEnds(drafts: Drafts, node: SourceNode, name: string): string[] {
  const notes = node.gotos
    .filter(({ kind, target }) => kind !== "parent" && target === name)
    .map(({ place }) => `${node.name} still goes to ${name} in line ${place.line}, which leads nowhere now: change it there.`);
  const ends = node.options.ends;
  if (ends === undefined || node.ends?.includes(name) !== true) return notes;
  const draft = drafts.of(ends.place.file);
  const list = nodeAt(draft.sourceFile, ends.place, ts.isExpression);
  const array = list === null ? null : unwrap(list);
  if (array === null || !ts.isArrayLiteralExpression(array)) return notes;
  array.elements.forEach((element, index) => {
    if (node.ends?.[index] === name) draft.removeElement(array.elements, element);
  });
  return notes;
}

/** Breakpoints that are compiled in: LangGraph refuses one at a node that is not there. */
function removeFromCompile(context: EditContext, draft: Draft, name: string): void {
  for (const key of ["interruptBefore", "interruptAfter"]) {
    const option = context.graph.compile?.options[key];
    const list = option === undefined || option.place.file !== context.file ? null : nodeAt(draft.sourceFile, option.place, ts.isExpression);
    const array = list === null ? null : unwrap(list);
    if (array === null || !ts.isArrayLiteralExpression(array)) continue;
    const gone = array.elements.filter((element) => ts.isStringLiteralLike(unwrap(element)) && element.getText().slice(1, -1) === name);
    if (gone.length > 0 && gone.length === array.elements.length) draft.replaceNode(array, "[]");
    else for (const element of gone) draft.removeElement(array.elements, element);
  }
}
