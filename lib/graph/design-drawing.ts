import type { GraphDescription, GraphEdge, GraphNode, NodeKind } from "../schema/graph";
import type { KitKind } from "../schema/kit";
import type { SourceGraph, SourceNode } from "../schema/source";

export const START = "__start__";
export const END = "__end__";

/** One of the ways that a line of the canvas stands for. */
export type DrawnPart = {
  /** `edge`: by `addEdge`. `branch`: a router decides. `command`: the node's own code does. `described`: only the runner knows it. */
  kind: "edge" | "branch" | "command" | "described";
  /** Of a branch; null for all others. */
  label: string | null;
  /** Which of the conditional edges of its source it belongs to, from 0. */
  router: number | null;
  /** Reached by `Send`: one instance per item. */
  send: boolean;
  /** The label is written in the text for itself, so that it can be another one. */
  canRename: boolean;
  locked: string | null;
};

export type DrawnEdge = { source: string; target: string; parts: DrawnPart[] };

/** What a card of Design mode shows besides what a description has. */
export type DrawnNode = {
  kit: KitKind | null;
  locked: string | null;
  /** Marked as one that must not be reached without approval. */
  guarded: boolean;
  /** Its router's ways are unknown. */
  hasUnknownWays: boolean;
  /** The graph of the same or another file that it is. */
  subgraph: SourceNode["subgraph"];
};

/** A node or edge that only one of the text and the runner knows. */
export type Disagreement = { kind: "node" | "edge"; id: string; only: "text" | "runner"; message: string };

export type DesignDrawing = {
  description: GraphDescription;
  /** Why something cannot be edited, by node id and by `edgeKey`. */
  locks: Record<string, string>;
  disagreements: Disagreement[];
  /** By node id; nodes inside of subgraphs are not among them. */
  nodes: ReadonlyMap<string, DrawnNode>;
  /** By `edgeKey`. */
  edges: ReadonlyMap<string, DrawnEdge>;
};

const RUNNER_ONLY = "Only the runner knows it: the text does not show how it is added.";
const UNKNOWN_WAYS = "Where this router leads could not be read from the text: it is drawn as the runner reports it.";
const BY_CODE = "The node's own code leads here with a Command: change it there.";
const API_LOCKS: Partial<Record<SourceGraph["api"], string>> = {
  agent: "An agent made by createAgent builds its own graph: change its options in the code.",
  entrypoint: "The functional API has no graph to edit: change the code.",
};

/** How a line from one node to another is called, here and on the canvas. */
export function edgeKey(source: string, target: string): string {
  return JSON.stringify([source, target]);
}

/** The nodes that a line leads from and to, by its `edgeKey`; null for anything else. */
export function parseEdgeKey(key: string): { source: string; target: string } | null {
  try {
    const parsed: unknown = JSON.parse(key);
    if (!Array.isArray(parsed)) return null;
    const source: unknown = parsed[0];
    const target: unknown = parsed[1];
    return typeof source === "string" && typeof target === "string" ? { source, target } : null;
  } catch {
    return null;
  }
}

/**
 * What Design mode draws: the text's nodes, edges and branches; what stands inside of subgraphs as the runner reports it;
 * and, where parts of the text cannot be read, what only the runner knows, locked with the reason. `described` is null as
 * long as the runner has not loaded the workflow; `text` is the graph's file, for what comments say.
 */
export function toDesignDescription(graph: SourceGraph, described: GraphDescription | null, text = ""): DesignDrawing {
  const apiLock = API_LOCKS[graph.api] ?? null;
  const edges = new Map<string, DrawnEdge>();
  const nodes = new Map<string, DrawnNode>();
  for (const node of graph.nodes) nodes.set(node.name, toDrawnNode(node, graph, apiLock, text));
  for (const edge of graph.edges) {
    addPart(edges, edge.source, edge.target, {
      kind: "edge",
      label: null,
      router: null,
      send: false,
      canRename: false,
      locked: edge.locked ?? apiLock,
    });
  }
  addBranches(edges, graph, apiLock);
  addCommands(edges, graph);
  if (described !== null) addUnknownWays(edges, graph, described);

  const runnerOnly = described === null || graph.locked.length === 0 ? [] : runnerOnlyNodes(graph, described);
  const reason = graph.locked.map((locked) => `${locked.reason} (line ${locked.place.line})`).join("\n") || RUNNER_ONLY;
  for (const node of runnerOnly) nodes.set(node.id, { kit: null, locked: reason, guarded: false, hasUnknownWays: false, subgraph: null });
  if (described !== null && graph.locked.length > 0) addRunnerOnlyEdges(edges, nodes, described, reason);

  const outer = [...graph.nodes.map((node) => toGraphNode(node, described)), ...runnerOnly];
  return {
    description: toDescription(outer, edges, nodes, described, graph),
    locks: toLocks(nodes, edges),
    disagreements: described === null ? [] : findDisagreements(graph, nodes, edges, described),
    nodes,
    edges,
  };
}

/** The drawing of a workflow whose text does not say which graph it is: everything as the runner reports it, all of it locked. */
export function toLockedDrawing(described: GraphDescription, reason: string): DesignDrawing {
  const nodes = new Map<string, DrawnNode>();
  for (const node of described.nodes) {
    if (node.parent === null) nodes.set(node.id, { kit: null, locked: reason, guarded: false, hasUnknownWays: false, subgraph: null });
  }
  const edges = new Map<string, DrawnEdge>();
  for (const edge of described.edges) addDescribed(edges, edge, reason);
  return { description: described, locks: toLocks(nodes, edges), disagreements: [], nodes, edges };
}

function toDrawnNode(node: SourceNode, graph: SourceGraph, apiLock: string | null, text: string): DrawnNode {
  return {
    kit: node.kit?.kind ?? null,
    locked: node.locked ?? apiLock,
    guarded: isGuarded(node) || hasGuardTag(node, graph.place.file, text),
    hasUnknownWays: graph.conditional.some(({ source, branches }) => source === node.name && branches === null),
    subgraph: node.subgraph,
  };
}

/** Whether a node's metadata marks it as one that must not be reached without approval: with true, or with who approves. */
function isGuarded(node: SourceNode): boolean {
  const metadata = Object.hasOwn(node.options, "metadata") ? node.options.metadata : undefined;
  if (metadata === undefined) return false;
  const { value } = metadata;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return /\bguarded\s*:\s*(true|["'`[])/.test(metadata.text);
  const { guarded } = value;
  return guarded === true || typeof guarded === "string" || Array.isArray(guarded);
}

const GUARD_TAG = /\/\*\*(?:(?!\*\/)[\s\S])*@guarded\b(?:(?!\*\/)[\s\S])*\*\/\s*$/;
/** A doc comment that stands before something is no longer than this. */
const COMMENT_LENGTH = 4000;

/** Whether the comment before a node's function or call has the tag `@guarded`. */
function hasGuardTag({ action, place }: SourceNode, file: string, text: string): boolean {
  return [action.definition, place].some(
    (at) => at !== null && at.file === file && GUARD_TAG.test(text.slice(Math.max(0, at.start - COMMENT_LENGTH), at.start)),
  );
}

function addPart(edges: Map<string, DrawnEdge>, source: string, target: string, part: DrawnPart): void {
  const key = edgeKey(source, target);
  const known = edges.get(key);
  if (known === undefined) edges.set(key, { source, target, parts: [part] });
  else if (!known.parts.some(({ kind, label, router }) => kind === part.kind && label === part.label && router === part.router))
    known.parts.push(part);
}

function addBranches(edges: Map<string, DrawnEdge>, graph: SourceGraph, apiLock: string | null): void {
  const counts = new Map<string, number>();
  for (const { source, branches, map, locked } of graph.conditional) {
    const router = counts.get(source) ?? 0;
    counts.set(source, router + 1);
    for (const branch of branches ?? []) {
      addPart(edges, source, branch.target, {
        kind: "branch",
        label: branch.label,
        router,
        send: branch.send,
        canRename: map === "object" && branch.label_place !== null,
        locked: locked ?? apiLock,
      });
    }
  }
}

/** `Command` targets of `ends` and of the code; one that leaves for the parent graph is not drawn. */
function addCommands(edges: Map<string, DrawnEdge>, graph: SourceGraph): void {
  for (const node of graph.nodes) {
    const sends = new Set(node.gotos.flatMap(({ kind, target }) => (kind === "send" ? [target] : [])));
    const targets = [...(node.ends ?? []), ...node.gotos.flatMap(({ kind, target }) => (kind === "parent" ? [] : [target]))];
    for (const target of new Set(targets)) {
      addPart(edges, node.name, target, { kind: "command", label: null, router: null, send: sends.has(target), canRename: false, locked: BY_CODE });
    }
  }
}

function addUnknownWays(edges: Map<string, DrawnEdge>, graph: SourceGraph, described: GraphDescription): void {
  for (const { source, branches, locked } of graph.conditional) {
    if (branches !== null) continue;
    for (const edge of described.edges) {
      const isKnown = edges.get(edgeKey(edge.source, edge.target))?.parts.some(({ kind }) => kind === "branch") === true;
      if (edge.source === source && edge.kind === "conditional" && !isKnown) addDescribed(edges, edge, locked ?? UNKNOWN_WAYS);
    }
  }
}

function addDescribed(edges: Map<string, DrawnEdge>, edge: GraphEdge, locked: string): void {
  const labels = edge.labels.length === 0 ? [null] : edge.labels;
  for (const label of labels)
    addPart(edges, edge.source, edge.target, { kind: "described", label, router: null, send: false, canRename: false, locked });
}

const isMark = (id: string) => id === START || id === END;

function runnerOnlyNodes(graph: SourceGraph, described: GraphDescription): GraphNode[] {
  const known = new Set(graph.nodes.map(({ name }) => name));
  return described.nodes.filter(({ id, parent, kind }) => parent === null && kind !== "start" && kind !== "end" && !known.has(id));
}

function addRunnerOnlyEdges(edges: Map<string, DrawnEdge>, nodes: ReadonlyMap<string, DrawnNode>, described: GraphDescription, reason: string): void {
  const isOuter = (id: string) => isMark(id) || nodes.has(id);
  for (const edge of described.edges) {
    if (isOuter(edge.source) && isOuter(edge.target) && !edges.has(edgeKey(edge.source, edge.target))) addDescribed(edges, edge, reason);
  }
}

function kindOf(node: SourceNode): NodeKind {
  if (node.kit?.kind === "tools" || node.action.kind === "tool_node") return "tools";
  if (node.kit?.kind === "agent" || node.action.kind === "agent") return "agent";
  if (node.kit?.kind === "subgraph" || node.action.kind === "subgraph" || node.subgraph !== null) return "subgraph";
  return "node";
}

function toGraphNode(node: SourceNode, described: GraphDescription | null): GraphNode {
  const known = described?.nodes.find(({ id, parent }) => id === node.name && parent === null) ?? null;
  const kind = kindOf(node);
  return {
    id: node.name,
    name: node.name,
    kind: kind === "node" && known !== null && !isMark(known.id) ? known.kind : kind,
    parent: null,
    description: node.description ?? known?.description ?? null,
    source: known?.source ?? null,
    ends: node.ends ?? [],
    triggers: known?.triggers ?? [],
    defer: node.options.defer?.value === true,
    metadata: known?.metadata ?? {},
    ...(known?.channels === undefined ? {} : { channels: known.channels }),
  };
}

function toMark(id: string, kind: "start" | "end"): GraphNode {
  return { id, name: id, kind, parent: null, description: null, source: null, ends: [], triggers: [], defer: false, metadata: {} };
}

const LINE_KIND: Record<DrawnPart["kind"], GraphEdge["kind"]> = {
  edge: "static",
  branch: "conditional",
  command: "command",
  described: "conditional",
};

/** The edges of the drawing: one per pair of nodes and kind. A label that only repeats the target says nothing. */
function toGraphEdges(edges: ReadonlyMap<string, DrawnEdge>, isDrawn: (id: string) => boolean): GraphEdge[] {
  return [...edges.values()].flatMap(({ source, target, parts }) => {
    if (!isDrawn(source) || !isDrawn(target)) return [];
    const kinds = [...new Set(parts.map(({ kind }) => LINE_KIND[kind]))];
    return kinds.map((kind) => ({
      id: JSON.stringify([source, target, kind]),
      source,
      target,
      kind,
      labels: parts.flatMap((part) => (LINE_KIND[part.kind] === kind && isLabelShown(part, target) ? [part.label ?? ""] : [])),
    }));
  });
}

/** Whether a branch's label is drawn: one that only repeats its target says nothing, unless it stands in a path map. */
export function isLabelShown(part: DrawnPart, target: string): boolean {
  return part.label !== null && (part.canRename || part.label !== target);
}

function toDescription(
  outer: GraphNode[],
  edges: ReadonlyMap<string, DrawnEdge>,
  nodes: ReadonlyMap<string, DrawnNode>,
  described: GraphDescription | null,
  graph: SourceGraph,
): GraphDescription {
  const inner = innerNodes(described, nodes);
  const innerIds = new Set(inner.map(({ id }) => id));
  const innerEdges = described?.edges.filter(({ source, target }) => innerIds.has(source) && innerIds.has(target)) ?? [];
  const drawn = toGraphEdges(edges, (id) => isMark(id) || nodes.has(id));
  return {
    graph_id: described?.graph_id ?? graph.name,
    api: graph.api === "entrypoint" ? "entrypoint" : "graph",
    title: described?.title ?? graph.name,
    description: described?.description ?? null,
    file: described?.file ?? graph.place.file,
    nodes: [toMark(START, "start"), ...outer, toMark(END, "end"), ...inner],
    edges: [...drawn, ...innerEdges],
    channels: described?.channels ?? [],
    schemas: described?.schemas ?? { input: null, output: null, state: null, context: null },
    example_inputs: described?.example_inputs ?? [],
    revision: described?.revision ?? "",
  };
}

/** What stands inside of the nodes that are drawn, at any depth. */
function innerNodes(described: GraphDescription | null, nodes: ReadonlyMap<string, DrawnNode>): GraphNode[] {
  if (described === null) return [];
  const byId = new Map(described.nodes.map((node) => [node.id, node]));
  const isInside = (node: GraphNode): boolean => {
    const seen = new Set([node.id]);
    for (let at = node.parent; at !== null && !seen.has(at); at = byId.get(at)?.parent ?? null) {
      seen.add(at);
      if (nodes.has(at)) return true;
    }
    return false;
  };
  return described.nodes.filter((node) => node.parent !== null && isInside(node));
}

function toLocks(nodes: ReadonlyMap<string, DrawnNode>, edges: ReadonlyMap<string, DrawnEdge>): Record<string, string> {
  const locks: [string, string][] = [];
  for (const [id, { locked }] of nodes) if (locked !== null) locks.push([id, locked]);
  for (const [key, { parts }] of edges) {
    const reason = parts.every(({ locked }) => locked !== null) ? parts[0]?.locked : null;
    if (typeof reason === "string") locks.push([key, reason]);
  }
  return Object.fromEntries(locks);
}

function findDisagreements(
  graph: SourceGraph,
  nodes: ReadonlyMap<string, DrawnNode>,
  edges: ReadonlyMap<string, DrawnEdge>,
  described: GraphDescription,
): Disagreement[] {
  // The runner knows tasks only by running them.
  if (graph.api === "entrypoint") return [];
  const outer = described.nodes.filter(({ parent }) => parent === null);
  const reported = new Set(outer.map(({ id }) => id));
  // LangGraph makes a node of each error handler; the text has it as an option of another.
  const handlers = new Set(outer.filter(({ kind }) => kind === "error_handler").map(({ id }) => id));
  const found: Disagreement[] = [];
  for (const { name } of graph.nodes) {
    if (!reported.has(name)) found.push({ kind: "node", id: name, only: "text", message: `The text adds "${name}", the runner does not report it.` });
  }
  for (const id of reported) {
    if (!isMark(id) && !nodes.has(id) && !handlers.has(id))
      found.push({ kind: "node", id, only: "runner", message: `The runner reports "${id}", the text does not show it.` });
  }
  const pairs = new Set(described.edges.map(({ source, target }) => edgeKey(source, target)));
  for (const [id, { source, target, parts }] of edges) {
    // What a Command or a router without a path map leads to need not be declared: the runner cannot know it.
    const isDeclared = parts.some(({ kind }) => kind === "edge");
    if (isDeclared && !pairs.has(id)) {
      found.push({ kind: "edge", id, only: "text", message: `The text leads from "${source}" to "${target}", the runner does not report it.` });
    }
  }
  return found;
}
