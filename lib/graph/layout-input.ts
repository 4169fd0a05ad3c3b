import type { GraphDescription, GraphEdge, GraphNode } from "../schema/graph";

/** `LR`: left to right, `TB`: top to bottom. */
export type Direction = "LR" | "TB";
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Box = Point & Size;

/** A node as it is drawn: a card, a round mark, or the frame of an opened subgraph. */
export type VisibleNode = {
  id: string;
  node: GraphNode;
  /** The opened frame that it stands in. */
  parent: string | null;
  /** `card` and `mark` are leaves; a `frame` holds its children. */
  shape: "card" | "mark" | "frame";
  /** A subgraph whose inside is known: it can be opened and closed. */
  expandable: boolean;
};

/** A line between two visible nodes; stands for one or more edges of the description. */
export type VisibleEdge = {
  id: string;
  source: string;
  target: string;
  /** The firmest kind of the edges that it stands for. */
  kind: GraphEdge["kind"];
  /** What decides for this way, without repetition. */
  labels: string[];
  /** Ids of the edges of the description that it stands for. */
  edgeIds: string[];
};

export type VisibleGraph = { nodes: VisibleNode[]; edges: VisibleEdge[] };

/** Pixels at zoom 1; the cards' CSS has the same ones. */
export const CARD: Size = { width: 184, height: 54 };
export const MARK: Size = { width: 24, height: 24 };
export const FRAME_HEADER = 38;
const FRAME_PADDING = 20;
/** From here on a quick layout is worth more than one crossing less. */
const MANY_NODES = 100;
const LABEL_LINE = 16;
/** Mean width of a character of the label's 11 px text, a little generous. */
const LABEL_CHARACTER = 6.4;
const LABEL_PADDING = 12;
/** Room for " ×12" behind the label, so that a count that appears later moves nothing. */
const LABEL_COUNT_ROOM = 22;
export const MAX_LABEL_LINES = 4;
export const MAX_LABEL_LENGTH = 32;

const FIRMNESS: Record<GraphEdge["kind"], number> = { static: 2, conditional: 1, command: 0 };

/**
 * What is drawn when the subgraphs in `open` are opened in place: nodes inside closed subgraphs are left out, edges to
 * them end at the closed card, and edges between the same two visible nodes become one. Parents come before their children.
 */
export function toVisibleGraph(description: Pick<GraphDescription, "nodes" | "edges">, open: ReadonlySet<string>): VisibleGraph {
  const byId = new Map(description.nodes.map((node) => [node.id, node]));
  const withChildren = new Set(description.nodes.flatMap((node) => (node.parent === null ? [] : [node.parent])));
  const standIn = (id: string) => findStandIn(id, byId, open);

  const depth = (node: GraphNode): number => {
    const parent = node.parent === null ? undefined : byId.get(node.parent);
    return parent === undefined ? 0 : depth(parent) + 1;
  };
  const nodes = description.nodes
    .filter((node) => standIn(node.id) === node.id)
    .map((node) => toVisibleNode(node, { expandable: withChildren.has(node.id), opened: open.has(node.id), hasParent: byId.has(node.parent ?? "") }));
  const depths = new Map(nodes.map(({ id, node }) => [id, depth(node)]));
  nodes.sort((a, b) => (depths.get(a.id) ?? 0) - (depths.get(b.id) ?? 0));

  return { nodes, edges: mergeEdges(description.edges, byId, standIn) };
}

function toVisibleNode(node: GraphNode, facts: { expandable: boolean; opened: boolean; hasParent: boolean }): VisibleNode {
  const isMark = node.kind === "start" || node.kind === "end";
  const shape = isMark ? "mark" : facts.expandable && facts.opened ? "frame" : "card";
  return { id: node.id, node, parent: facts.hasParent ? node.parent : null, shape, expandable: facts.expandable && !isMark };
}

/** The outermost closed subgraph around a node, or the node itself; null for an id that the description does not have. */
function findStandIn(id: string, byId: ReadonlyMap<string, GraphNode>, open: ReadonlySet<string>): string | null {
  const node = byId.get(id);
  if (node === undefined) return null;
  let visible = id;
  const seen = new Set([id]);
  for (let parent = node.parent; parent !== null && !seen.has(parent); parent = byId.get(parent)?.parent ?? null) {
    seen.add(parent);
    if (byId.has(parent) && !open.has(parent)) visible = parent;
  }
  return visible;
}

function mergeEdges(edges: readonly GraphEdge[], byId: ReadonlyMap<string, GraphNode>, standIn: (id: string) => string | null): VisibleEdge[] {
  const merged = new Map<string, VisibleEdge>();
  for (const edge of edges) {
    const source = standIn(edge.source);
    const target = standIn(edge.target);
    if (source === null || target === null) continue;
    const isHidden = source === target && edge.source !== edge.target;
    // A line between a frame and what stands in it says no more than the frame does.
    if (isHidden || isInside(source, target, byId) || isInside(target, source, byId)) continue;
    const id = JSON.stringify([source, target]);
    const known = merged.get(id);
    if (known === undefined) {
      merged.set(id, { id, source, target, kind: edge.kind, labels: [...new Set(edge.labels)], edgeIds: [edge.id] });
      continue;
    }
    known.edgeIds.push(edge.id);
    known.labels = [...new Set([...known.labels, ...edge.labels])];
    if (FIRMNESS[edge.kind] > FIRMNESS[known.kind]) known.kind = edge.kind;
  }
  return [...merged.values()];
}

function isInside(id: string, frame: string, byId: ReadonlyMap<string, GraphNode>): boolean {
  const seen = new Set<string>();
  for (let parent = byId.get(id)?.parent ?? null; parent !== null && !seen.has(parent); parent = byId.get(parent)?.parent ?? null) {
    if (parent === frame) return true;
    seen.add(parent);
  }
  return false;
}

/** The lines of an edge's label as they are drawn: at most `MAX_LABEL_LINES`, the last one counting what is left out. */
export function toLabelLines(labels: readonly string[]): string[] {
  const lines = labels.map((label) => (label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1)}…` : label));
  if (lines.length <= MAX_LABEL_LINES) return lines;
  const shown = lines.slice(0, MAX_LABEL_LINES - 1);
  return [...shown, `+${lines.length - shown.length} more`];
}

/** Equal for two graphs that are laid out alike; changes with nodes, edges, labels and frames, not with descriptions or status. */
export function structureKey(graph: VisibleGraph): string {
  return JSON.stringify([graph.nodes.map(({ id, parent, shape }) => [id, parent, shape]), graph.edges.map(({ id, labels }) => [id, labels])]);
}

/** The part of ELK's JSON format that is written and read here. */
export type LayoutLabel = { text: string; width: number; height: number; x?: number; y?: number; layoutOptions?: Record<string, string> };
export type LayoutSection = { id: string; startPoint: Point; endPoint: Point; bendPoints?: Point[] };
export type LayoutEdge = { id: string; sources: string[]; targets: string[]; labels?: LayoutLabel[]; sections?: LayoutSection[] };
export type LayoutNode = {
  id: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  layoutOptions?: Record<string, string>;
  children?: LayoutNode[];
  edges?: LayoutEdge[];
};

const SPACING: Record<string, string> = {
  "elk.spacing.nodeNode": "32",
  "elk.spacing.edgeNode": "20",
  "elk.spacing.edgeEdge": "14",
  "elk.spacing.edgeLabel": "4",
  "elk.spacing.nodeSelfLoop": "24",
  "elk.layered.spacing.nodeNodeBetweenLayers": "36",
  "elk.layered.spacing.edgeNodeBetweenLayers": "14",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "14",
};

const OPTIONS: Record<string, string> = {
  "elk.algorithm": "layered",
  "elk.json.edgeCoords": "ROOT",
  "elk.json.shapeCoords": "PARENT",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.edgeLabels.placement": "CENTER",
  "elk.padding": "[top=0,left=0,bottom=0,right=0]",
  "elk.spacing.componentComponent": "48",
  // A line back to an earlier node leaves and arrives like any other, so that its arrow reads the same way.
  "elk.layered.feedbackEdges": "true",
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.layered.considerModelOrder.strategy": "PREFER_EDGES",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.nodePlacement.bk.fixedAlignment": "BALANCED",
};

/** The visible graph in ELK's JSON format, all edges at the root, ready for `elk.layout`. */
export function toLayoutInput(graph: VisibleGraph, direction: Direction): LayoutNode {
  const children = new Map<string | null, VisibleNode[]>();
  for (const node of graph.nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  const toChildren = (parent: string | null): LayoutNode[] =>
    (children.get(parent) ?? []).map((node) => toLayoutNode(node, () => toChildren(node.id)));
  return {
    id: "root",
    layoutOptions: {
      ...OPTIONS,
      ...SPACING,
      "elk.direction": direction === "LR" ? "RIGHT" : "DOWN",
      // Laying out across frames takes twice as long; without frames it makes no difference.
      "elk.hierarchyHandling": graph.nodes.some(({ shape }) => shape === "frame") ? "INCLUDE_CHILDREN" : "SEPARATE_CHILDREN",
      "elk.layered.thoroughness": graph.nodes.length > MANY_NODES ? "4" : "12",
    },
    children: toChildren(null),
    edges: graph.edges.map(toLayoutEdge),
  };
}

function toLayoutNode({ id, node, shape }: VisibleNode, toChildren: () => LayoutNode[]): LayoutNode {
  if (shape === "card") return { id, ...CARD };
  if (shape === "mark") return { id, ...MARK, layoutOptions: { "elk.layered.layering.layerConstraint": node.kind === "start" ? "FIRST" : "LAST" } };
  const padding = `[top=${FRAME_HEADER + FRAME_PADDING / 2},left=${FRAME_PADDING},bottom=${FRAME_PADDING},right=${FRAME_PADDING}]`;
  return { id, layoutOptions: { ...SPACING, "elk.padding": padding }, children: toChildren() };
}

function toLayoutEdge(edge: VisibleEdge): LayoutEdge {
  const ends = { id: edge.id, sources: [edge.source], targets: [edge.target] };
  const lines = toLabelLines(edge.labels);
  return lines.length === 0
    ? ends
    : { ...ends, labels: [{ text: lines.join("\n"), ...measureLabel(lines), layoutOptions: { "elk.edgeLabels.inline": "true" } }] };
}

/** The size of an edge's label as it is drawn, without the room that the layout leaves for a count. */
export function measureShownLabel(labels: readonly string[]): Size {
  const { width, height } = measureLabel(toLabelLines(labels));
  return { width: width - LABEL_COUNT_ROOM, height };
}

function measureLabel(lines: readonly string[]): Size {
  const longest = Math.max(...lines.map((line) => line.length));
  return { width: Math.ceil(longest * LABEL_CHARACTER) + LABEL_PADDING + LABEL_COUNT_ROOM, height: lines.length * LABEL_LINE + 4 };
}

/** Where everything stands. Nodes are relative to the frame that they stand in, edges and labels to the whole drawing. */
export type Layout = { nodes: Record<string, Box>; edges: Record<string, { points: Point[]; label: Box | null }> };

/** Reads ELK's answer. */
export function readLayout(result: LayoutNode): Layout {
  const nodes: Layout["nodes"] = {};
  const visit = (parent: LayoutNode): void => {
    for (const child of parent.children ?? []) {
      nodes[child.id] = { x: child.x ?? 0, y: child.y ?? 0, width: child.width ?? 0, height: child.height ?? 0 };
      visit(child);
    }
  };
  visit(result);
  const edges: Layout["edges"] = {};
  for (const edge of result.edges ?? []) {
    const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) => [startPoint, ...(bendPoints ?? []), endPoint]);
    const label = edge.labels?.[0];
    const box = label === undefined ? null : { x: label.x ?? 0, y: label.y ?? 0, width: label.width, height: label.height };
    edges[edge.id] = { points: points.map(({ x, y }) => ({ x, y })), label: box };
  }
  return { nodes, edges };
}
