import { toVisibleGraph, type Point, type VisibleGraph } from "@/lib/graph/layout-input";
import type { GraphDescription } from "@/lib/schema/graph";

export type ThumbnailNode = Point & { id: string; shape: "card" | "mark" };
export type ThumbnailLine = { id: string; path: string; isBack: boolean; isFirm: boolean };
export type Thumbnail = { width: number; height: number; nodes: ThumbnailNode[]; lines: ThumbnailLine[] };

export const THUMBNAIL_CARD = { width: 34, height: 14 };
export const THUMBNAIL_MARK = 5;
const COLUMN = 50;
const ROW = 24;
const MARGIN = 14;
const SWEEPS = 4;

type Layered = { layers: string[][]; back: ReadonlySet<string> };

/** A small picture of a workflow, left to right, subgraphs closed. The same description always gives the same picture. */
export function toThumbnail(description: Pick<GraphDescription, "nodes" | "edges">): Thumbnail {
  const graph = toVisibleGraph(description, new Set());
  const { layers, back } = toLayers(graph);
  const rows = Math.max(1, ...layers.map((layer) => layer.length));
  const at = new Map<string, Point>();
  layers.forEach((layer, column) => {
    const top = ((rows - layer.length) * ROW) / 2;
    layer.forEach((id, row) => at.set(id, { x: MARGIN + THUMBNAIL_CARD.width / 2 + column * COLUMN, y: MARGIN + ROW / 2 + top + row * ROW }));
  });
  const nodes = graph.nodes.flatMap(({ id, shape }): ThumbnailNode[] => {
    const point = at.get(id);
    return point === undefined ? [] : [{ id, shape: shape === "mark" ? "mark" : "card", ...point }];
  });
  const half = new Map(nodes.map(({ id, shape }) => [id, shape === "mark" ? THUMBNAIL_MARK : THUMBNAIL_CARD.width / 2]));
  const lines = graph.edges.flatMap(({ id, source, target, kind }): ThumbnailLine[] => {
    const [from, to] = [at.get(source), at.get(target)];
    if (from === undefined || to === undefined || source === target) return [];
    const isBack = back.has(id);
    const path = isBack
      ? toBackPath(from, to)
      : toPath({ x: from.x + (half.get(source) ?? 0), y: from.y }, { x: to.x - (half.get(target) ?? 0), y: to.y });
    return [{ id, path, isBack, isFirm: kind === "static" }];
  });
  const lift = Math.max(0, ...graph.edges.map(({ id, source, target }) => (back.has(id) ? toLift(at.get(source), at.get(target)) : 0)));
  const width = MARGIN * 2 + THUMBNAIL_CARD.width + Math.max(0, layers.length - 1) * COLUMN;
  return { width, height: MARGIN * 2 + rows * ROW + Math.max(0, lift - MARGIN), nodes, lines };
}

/** Longest path from the start, edges back to an earlier node left out; each layer ordered by where its neighbours are. */
function toLayers(graph: VisibleGraph): Layered {
  const back = findBackEdges(graph);
  const forward = graph.edges.filter(({ id, source, target }) => !back.has(id) && source !== target);
  const depth = new Map<string, number>(graph.nodes.map(({ id }) => [id, 0]));
  for (const id of topologicalOrder(graph, forward)) {
    for (const edge of forward) if (edge.source === id) depth.set(edge.target, Math.max(depth.get(edge.target) ?? 0, (depth.get(id) ?? 0) + 1));
  }
  const deepest = Math.max(0, ...depth.values());
  for (const { id, node } of graph.nodes) if (node.kind === "end") depth.set(id, Math.max(deepest, depth.get(id) ?? 0));
  const layers: string[][] = Array.from({ length: Math.max(0, ...depth.values()) + 1 }, () => []);
  for (const { id } of graph.nodes) layers[depth.get(id) ?? 0]?.push(id);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) orderLayers(layers, forward, sweep % 2 === 0);
  return { layers: layers.filter((layer) => layer.length > 0), back };
}

function orderLayers(layers: string[][], edges: VisibleGraph["edges"], isForward: boolean): void {
  const place = new Map<string, number>();
  const remember = (layer: readonly string[]) => layer.forEach((id, row) => place.set(id, row - (layer.length - 1) / 2));
  layers.forEach(remember);
  const weight = (id: string): number => {
    const rows = edges.flatMap(({ source, target }) =>
      isForward && target === id ? [place.get(source) ?? 0] : !isForward && source === id ? [place.get(target) ?? 0] : [],
    );
    return rows.length === 0 ? (place.get(id) ?? 0) : rows.reduce((sum, row) => sum + row, 0) / rows.length;
  };
  for (const layer of isForward ? layers : [...layers].reverse()) {
    const weights = new Map(layer.map((id) => [id, weight(id)]));
    layer.sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0));
    remember(layer);
  }
}

function findBackEdges(graph: VisibleGraph): Set<string> {
  const outgoing = new Map<string, VisibleGraph["edges"]>();
  for (const edge of graph.edges) outgoing.set(edge.source, [...(outgoing.get(edge.source) ?? []), edge]);
  const back = new Set<string>();
  const state = new Map<string, "open" | "done">();
  const visit = (id: string): void => {
    state.set(id, "open");
    for (const edge of outgoing.get(id) ?? []) {
      if (state.get(edge.target) === "open") back.add(edge.id);
      else if (!state.has(edge.target)) visit(edge.target);
    }
    state.set(id, "done");
  };
  const starts = graph.nodes.filter(({ node }) => node.kind === "start");
  for (const { id } of [...starts, ...graph.nodes]) if (!state.has(id)) visit(id);
  return back;
}

function topologicalOrder(graph: VisibleGraph, edges: VisibleGraph["edges"]): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const { source, target } of edges) if (source === id) visit(target);
    order.push(id);
  };
  for (const { id } of graph.nodes) visit(id);
  return order.reverse();
}

function toPath(from: Point, to: Point): string {
  const bend = (to.x - from.x) / 2;
  return `M${from.x} ${from.y} C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}

function toLift(from: Point | undefined, to: Point | undefined): number {
  return from === undefined || to === undefined ? 0 : Math.min(12 + Math.abs(from.x - to.x) / 12, 30);
}

/** Under everything between the two, from below one to below the other. */
function toBackPath(from: Point, to: Point): string {
  const below = Math.max(from.y, to.y) + THUMBNAIL_CARD.height / 2 + toLift(from, to);
  const half = THUMBNAIL_CARD.height / 2;
  return `M${from.x} ${from.y + half} C${from.x} ${below} ${to.x} ${below} ${to.x} ${to.y + half}`;
}
