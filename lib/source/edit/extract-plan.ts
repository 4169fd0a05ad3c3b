import type { SourceConditional, SourceEdge, SourceGraph, SourceNode } from "../../schema/source";

/** What becomes of a graph whose selected nodes move into a subgraph. */
export type ExtractPlan = {
  nodes: SourceNode[];
  /** Edges among the nodes, and conditional edges that leave one of them. */
  inner: SourceEdge[];
  conditional: SourceConditional[];
  into: SourceEdge[];
  out: SourceEdge[];
  entries: string[];
  exits: string[];
  notes: string[];
};

/** The plan, or why these nodes cannot become a subgraph without changing what the workflow does. */
export function planExtraction(graph: SourceGraph, names: readonly string[]): ExtractPlan | { reason: string } {
  const inside = new Set(names);
  const nodes = graph.nodes.filter(({ name }) => inside.has(name));
  const missing = names.find((name) => !nodes.some((node) => node.name === name));
  if (missing !== undefined) return { reason: `There is no node called ${missing} any more.` };
  const plan: ExtractPlan = {
    nodes,
    inner: graph.edges.filter(({ source, target }) => inside.has(source) && inside.has(target)),
    conditional: graph.conditional.filter(({ source }) => inside.has(source)),
    into: graph.edges.filter(({ source, target }) => !inside.has(source) && inside.has(target)),
    out: graph.edges.filter(({ source, target }) => inside.has(source) && !inside.has(target)),
    entries: [],
    exits: [],
    notes: [],
  };
  const reason =
    lockedReason(graph, plan) ?? jumpReason(graph, plan, inside) ?? joinReason(graph, inside) ?? enter(graph, plan, inside) ?? leave(plan, inside);
  return reason === null ? plan : { reason };
}

function lockedReason(graph: SourceGraph, { nodes, conditional }: ExtractPlan): string | null {
  const locked = nodes.find((node) => node.locked !== null);
  if (locked !== undefined) return `${locked.name} cannot be moved: ${locked.locked ?? ""}`;
  const unknown = conditional.find(({ branches }) => branches === null);
  if (unknown !== undefined) return `Where the condition behind ${unknown.source} leads is not to be read from its code: give it a path map first.`;
  const outside = graph.conditional.find((each) => each.branches === null && !conditional.includes(each));
  return outside === undefined ? null : `The condition behind ${outside.source} might lead to any of these nodes: give it a path map first.`;
}

/** `Command` and `Send` name nodes in code, across the border of a subgraph they mean nothing. */
function jumpReason(graph: SourceGraph, { conditional }: ExtractPlan, inside: ReadonlySet<string>): string | null {
  for (const node of graph.nodes) {
    const targets = [...(node.ends ?? []), ...node.gotos.filter(({ kind }) => kind !== "parent").map(({ target }) => target)];
    const across = targets.find((target) => inside.has(target) !== inside.has(node.name) && (inside.has(node.name) || inside.has(target)));
    if (across !== undefined)
      return `${node.name} goes to ${across} by a Command or Send in its code, which cannot cross the border of a subgraph: select both or neither.`;
  }
  for (const each of graph.conditional) {
    const isInside = conditional.includes(each);
    const across = each.branches?.find(({ send, target }) => send && inside.has(target) !== isInside);
    if (across !== undefined)
      return `The condition behind ${each.source} sends to ${across.target}, which cannot cross the border of a subgraph: select both or neither.`;
  }
  return null;
}

function joinReason(graph: SourceGraph, inside: ReadonlySet<string>): string | null {
  const mixed = graph.edges.find(
    ({ join }) => join !== null && join.some((source) => inside.has(source)) && !join.every((source) => inside.has(source)),
  );
  return mixed === undefined ? null : `${mixed.target} waits for ${mixed.join?.join(" and ") ?? ""}: select all of them or none.`;
}

/** A subgraph begins in one way, whoever leads to it. */
function enter(graph: SourceGraph, plan: ExtractPlan, inside: ReadonlySet<string>): string | null {
  const branches = graph.conditional
    .filter(({ source }) => !inside.has(source))
    .flatMap(({ source, branches: all }) => (all ?? []).filter(({ target }) => inside.has(target)).map(({ target }) => ({ source, target })));
  plan.entries = [...new Set([...plan.into, ...branches].map(({ target }) => target))];
  if (plan.entries.length === 0)
    return "Nothing leads into these nodes, so a subgraph of them would have no start: draw an edge to one of them first.";
  if (plan.entries.length === 1) return null;
  const sources = new Set(plan.into.map(({ source }) => source));
  const isParallel =
    branches.length === 0 &&
    [...sources].every((source) => plan.entries.every((entry) => plan.into.some((edge) => edge.source === source && edge.target === entry)));
  return isParallel
    ? null
    : `These nodes are entered at ${plan.entries.join(" and ")}, from different places; a subgraph begins in one way: select nodes with one way in.`;
}

/** A subgraph ends in one way: what follows it cannot depend on where it ended. */
function leave(plan: ExtractPlan, inside: ReadonlySet<string>): string | null {
  const branches = plan.conditional.flatMap(({ branches: all }) => (all ?? []).filter(({ target }) => !inside.has(target)));
  plan.exits = [...new Set([...plan.out, ...branches].map(({ target }) => target))];
  const { exits, out } = plan;
  if (exits.length > 1) {
    const sources = new Set(out.map(({ source }) => source));
    const isParallel =
      branches.length === 0 &&
      !exits.includes("__end__") &&
      [...sources].every((source) => exits.every((exit) => out.some((edge) => edge.source === source && edge.target === exit)));
    if (!isParallel)
      return `These nodes lead on to ${exits.join(" and ")}; what follows a subgraph cannot depend on where it ended: select nodes with one way out.`;
  }
  const goesOn = exits.length > 0 && exits[0] !== "__end__";
  const both = goesOn ? out.find(({ source }) => plan.inner.some((edge) => edge.source === source)) : undefined;
  if (both !== undefined) {
    return `${both.source} leads to ${both.target} and, at the same time, to a node that moves: ${both.target} would have to wait for the whole subgraph. Select ${both.target} as well, or less.`;
  }
  const lasts = [...new Set(out.map(({ source }) => source))];
  const runAtOnce =
    plan.entries.length > 1 || plan.inner.some((edge, index) => plan.inner.findIndex(({ source }) => source === edge.source) !== index);
  if (goesOn && runAtOnce && lasts.length > 1) plan.notes.push(`What follows the subgraph runs once, when ${lasts.join(" and ")} are all done.`);
  const dead = plan.nodes.find(({ name, ends, gotos }) => {
    const leaves =
      plan.inner.some(({ source }) => source === name) ||
      out.some(({ source }) => source === name) ||
      plan.conditional.some(({ source }) => source === name);
    return !leaves && (ends ?? []).length === 0 && gotos.length === 0;
  });
  if (dead !== undefined && goesOn)
    return `The workflow ends after ${dead.name}, but goes on to ${exits.join(" and ")} from the others: in a subgraph it would go on from ${dead.name} too.`;
  return null;
}
