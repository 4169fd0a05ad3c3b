import type { SourceEdge, SourceGraph, SourceNode } from "../../schema/source";
import { nodeNameProblem } from "./names";

/** What becomes of a graph that takes in the nodes of a subgraph. */
export type InlinePlan = {
  node: SourceNode;
  /** Edges between nodes of the subgraph. */
  inner: SourceEdge[];
  /** Where it begins. */
  entries: string[];
  /** Nodes after which it ends; what followed the subgraph follows them. */
  lasts: string[];
  /** Those of them with an edge to its end in the text. */
  ended: string[];
  /** What followed the subgraph by plain edges. */
  exits: string[];
  notes: string[];
};

/** The plan, or why the nodes cannot be taken in without changing what the workflow does. */
export function planInlining(graph: SourceGraph, child: SourceGraph, name: string): InlinePlan | { reason: string } {
  const node = graph.nodes.find((each) => each.name === name);
  if (node === undefined) return { reason: `There is no node called ${name} any more.` };
  if (child === graph || child.name === graph.name) return { reason: `${name} is the workflow itself.` };
  const reason = shapeReason(graph, child, name) ?? jumpReason(graph, name) ?? exitReason(graph, child, name);
  if (reason !== null) return { reason };
  const ended = [...new Set(child.edges.filter(({ target }) => target === "__end__").map(({ source }) => source))];
  const exits = [...new Set(graph.edges.filter(({ source }) => source === name).map(({ target }) => target))];
  const lasts = [...ended, ...deadEnds(child)];
  return {
    node,
    inner: child.edges.filter(({ source, target }) => source !== "__start__" && target !== "__end__"),
    entries: [...new Set(child.edges.filter(({ source }) => source === "__start__").map(({ target }) => target))],
    lasts,
    ended,
    exits,
    notes: [
      ...Object.keys(node.options).map((option) => `The option ${option} of ${name} was for the subgraph as a whole, and went with it.`),
      ...parallelNotes(graph, child, name, lasts),
    ],
  };
}

function shapeReason(graph: SourceGraph, child: SourceGraph, name: string): string | null {
  if (child.api !== "graph" || child.locked.length > 0)
    return `Not all of ${name} can be read from its code: ${child.locked[0]?.reason ?? "it is made by a function of LangChain"}`;
  const option = Object.keys(child.compile?.options ?? {}).find((key) => key !== "name" && key !== "description");
  if (option !== undefined) return `${name} is compiled with ${option}, which its nodes would lose: take that away first.`;
  const others = { ...graph, nodes: graph.nodes.filter((node) => node.name !== name) };
  const taken = child.nodes.map((node) => ({ node, problem: nodeNameProblem(others, node.name) })).find(({ problem }) => problem !== null);
  if (taken !== undefined) return `${taken.node.name} of ${name} cannot keep its name here. ${taken.problem ?? ""}`;
  if (child.conditional.some(({ source }) => source === "__start__"))
    return `${name} begins with a condition: put a node before it in the subgraph first.`;
  if (child.conditional.some(({ branches }) => branches === null))
    return `Where a condition of ${name} leads is not to be read from its code: give it a path map first.`;
  const entries = new Set(child.edges.filter(({ source }) => source === "__start__").map(({ target }) => target));
  if (entries.size === 0) return `${name} has no start: draw an edge from its start first.`;
  const isJoined = graph.edges.some(({ target, join }) => target === name && join !== null);
  const isBranch = graph.conditional.some(({ branches }) => branches?.some(({ target }) => target === name));
  return entries.size > 1 && (isJoined || isBranch)
    ? `${name} begins with several nodes at once, and a condition or a waiting edge leads to it: only plain edges can lead to several.`
    : null;
}

function jumpReason(graph: SourceGraph, name: string): string | null {
  const jumper = graph.nodes.find(
    ({ ends, gotos }) => (ends ?? []).includes(name) || gotos.some(({ kind, target }) => kind !== "parent" && target === name),
  );
  if (jumper !== undefined) return `${jumper.name} goes to ${name} by a Command or Send in its code: change that first.`;
  const sender = graph.conditional.find(({ branches }) => branches?.some(({ send, target }) => send && target === name));
  if (sender !== undefined)
    return `The condition behind ${sender.source} sends to ${name}, each time with a state of its own: its nodes cannot be taken in.`;
  const own = graph.nodes.find((node) => node.name === name);
  return (own?.ends ?? []).length > 0 ? `${name} goes on by Commands of its nodes to the workflow around: change that first.` : null;
}

function exitReason(graph: SourceGraph, child: SourceGraph, name: string): string | null {
  const exits = new Set(graph.edges.filter(({ source }) => source === name).map(({ target }) => target));
  const conditions = graph.conditional.filter(({ source }) => source === name);
  const branchesToEnd = child.conditional.filter(({ branches }) => branches?.some(({ target }) => target === "__end__"));
  const lasts = new Set([...child.edges.filter(({ target }) => target === "__end__").map(({ source }) => source), ...deadEnds(child)]);
  if (branchesToEnd.length > 0 && exits.size > 1)
    return `A condition of ${name} leads to its end, and two nodes follow it at once: a branch can lead to one only.`;
  if (conditions.length > 0 && (branchesToEnd.length > 0 || lasts.size !== 1 || exits.size > 0)) {
    return `A condition follows ${name}, which ends at several places: let it end after one node first.`;
  }
  const isJoined = graph.edges.some(({ join }) => join?.includes(name));
  if (isJoined && (lasts.size !== 1 || branchesToEnd.length > 0))
    return `Another node waits for ${name}, which ends at several places: let it end after one node first.`;
  const goesOn = [...exits].some((target) => target !== "__end__");
  const jumps = child.nodes.find(({ ends, gotos }) => (ends ?? []).includes("__end__") || gotos.some(({ target }) => target === "__end__"));
  if (jumps !== undefined && goesOn) return `${jumps.name} ends ${name} by a Command in its code: there it would end the whole workflow.`;
  return null;
}

/** Several nodes that run at once and are followed by the same: it ran once after all of them. */
function parallelNotes(graph: SourceGraph, child: SourceGraph, name: string, lasts: readonly string[]): string[] {
  const isParallel = child.edges.some((edge, index) => child.edges.findIndex(({ source }) => source === edge.source) !== index);
  const next = graph.edges.find(({ source, target }) => source === name && target !== "__end__");
  if (!isParallel || lasts.length < 2 || next === undefined) return [];
  return [`${next.target} follows ${lasts.join(" and ")} now: where they do not end in the same step, it runs for each of them.`];
}

/** Nodes that nothing leaves: the subgraph ends there as well. */
function deadEnds(child: SourceGraph): string[] {
  return child.nodes
    .filter(({ name, ends, gotos }) => {
      const leaves = child.edges.some(({ source }) => source === name) || child.conditional.some(({ source }) => source === name);
      return !leaves && (ends ?? []).length === 0 && gotos.length === 0;
    })
    .map(({ name }) => name);
}
