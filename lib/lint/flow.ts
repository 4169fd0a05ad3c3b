import type { Place, SourceGraph, SourceModel, SourceNode } from "../schema/source";

export const START = "__start__";
export const END = "__end__";

/** One way from a node to another, with where it is written. */
export type Way = {
  source: string;
  target: string;
  kind: "edge" | "join" | "branch" | "command" | "ends";
  /** Of a branch: which of the source's conditional edges, and its label. */
  router: number;
  label: string | null;
  /** Started by `Send`, once per item. */
  send: boolean;
  place: Place;
};

/** A graph as its ways. */
export type Flow = {
  names: string[];
  ways: Way[];
  /** Nodes that may lead anywhere: a router or a `Command` could not be read. */
  open: Set<string>;
};

/** Everything that the text says about where a run can go. `opaque`: a node whose code names a successor that cannot be read. */
export function flowOf(graph: SourceGraph, model: SourceModel, isOpaque: (node: SourceNode) => boolean): Flow {
  const open = new Set(graph.nodes.filter((node) => isOpaque(node)).map(({ name }) => name));
  const ways: Way[] = [];
  for (const edge of graph.edges) {
    const { source, target, place } = edge;
    ways.push({ source, target, kind: edge.join === null ? "edge" : "join", router: 0, label: null, send: false, place });
  }
  for (const { conditional, router } of routersOf(graph)) {
    if (conditional.branches === null) open.add(conditional.source);
    for (const { target, label, send, place } of conditional.branches ?? []) {
      ways.push({ source: conditional.source, target, kind: "branch", router, label, send, place: place ?? conditional.place });
    }
  }
  for (const node of graph.nodes) ways.push(...commandsOf(node, model));
  return { names: graph.nodes.map(({ name }) => name), ways, open };
}

/** The conditional edges with their number among those of their source. */
export function routersOf(graph: SourceGraph): { conditional: SourceGraph["conditional"][number]; router: number }[] {
  const counts = new Map<string, number>();
  return graph.conditional.map((conditional) => {
    const router = counts.get(conditional.source) ?? 0;
    counts.set(conditional.source, router + 1);
    return { conditional, router };
  });
}

/** Where the code of a node leads, and where its options only say that it may. */
function commandsOf(node: SourceNode, model: SourceModel): Way[] {
  const common = { source: node.name, router: 0, label: null };
  const ways: Way[] = node.gotos
    .filter(({ kind }) => kind !== "parent")
    .map(({ kind, target, place }) => ({ ...common, target, kind: "command", send: kind === "send", place }));
  for (const { target, place } of parentGotosOf(node, model)) ways.push({ ...common, target, kind: "command", send: false, place });
  const known = new Set(ways.map(({ target }) => target));
  const place = node.options["ends"]?.place ?? node.place;
  for (const target of node.ends ?? []) if (!known.has(target)) ways.push({ ...common, target, kind: "ends", send: false, place });
  return ways;
}

/** Where nodes of a subgraph of this file lead in the graph around it. */
function parentGotosOf(node: SourceNode, model: SourceModel): SourceNode["gotos"] {
  if (node.subgraph === null || node.subgraph.file !== model.file) return [];
  const inner = model.graphs.find(({ name }) => name === node.subgraph?.graph);
  return inner?.nodes.flatMap(({ gotos }) => gotos.filter(({ kind }) => kind === "parent")) ?? [];
}
