import { Position, type Node, type NodeHandle } from "@xyflow/react";
import {
  measureShownLabel,
  type Box,
  type Direction,
  type Layout,
  type Point,
  type Size,
  type VisibleEdge,
  type VisibleGraph,
  type VisibleNode,
} from "@/lib/graph/layout-input";
import type { CanvasEdge, CanvasNode } from "./registry";
import { routeAround, toLoopLabel, translate } from "./route";
import type { Positions } from "./saved-view";
import type { Arrangement } from "./use-layout";

/** Frames lie below the lines, cards above them. */
const LINE_LAYER = 50;
const CARD_LAYER = 100;
/** Kept places are whole pixels: two ends that nobody moved can be this far from where the layout has them to one another. */
const ROUNDING = 1;
/** From here on, what stands in the way of a line is not looked for: it is asked while a card is dragged. */
const MANY_NODES = 100;

/** The nodes in reading order, frames before what stands in them. */
export function toCanvasNodes(graph: VisibleGraph, layout: Layout, direction: Direction): CanvasNode[] {
  const depths = new Map<string, number>();
  for (const { id, parent } of graph.nodes) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? 0) + 1);
  const along = (id: string) => {
    const box = layout.nodes[id];
    return box === undefined ? 0 : direction === "LR" ? box.x * 10_000 + box.y : box.y * 10_000 + box.x;
  };
  const depth = (id: string) => depths.get(id) ?? 0;
  return [...graph.nodes]
    .sort((a, b) => depth(a.id) - depth(b.id) || along(a.id) - along(b.id))
    .flatMap((node) => toCanvasNode(node, layout.nodes[node.id], depth(node.id)));
}

function toCanvasNode({ id, node, parent, shape, expandable }: VisibleNode, box: Box | undefined, depth: number): CanvasNode[] {
  if (box === undefined) return [];
  const size = { width: box.width, height: box.height };
  const common = {
    id,
    position: { x: box.x, y: box.y },
    ...size,
    measured: size,
    handles: toHandles(size),
    domAttributes: { "aria-roledescription": undefined },
    ...(parent === null ? {} : { parentId: parent, extent: "parent" as const }),
  };
  if (shape === "card") return [{ ...common, type: "card", zIndex: CARD_LAYER + depth, data: { node, expandable } }];
  return [{ ...common, type: shape, zIndex: shape === "frame" ? depth : CARD_LAYER + depth, data: { node } }];
}

/** React Flow draws no line without handles; where a line ends is up to its route. */
function toHandles({ width, height }: Size): NodeHandle[] {
  const middle = { y: height / 2, width: 1, height: 1 };
  return [
    { ...middle, type: "target", position: Position.Left, x: 0 },
    { ...middle, type: "source", position: Position.Right, x: width },
  ];
}

/** Moves the nodes that a person dragged; all others stay the same objects. */
export function placeNodes(nodes: readonly CanvasNode[], positions: Positions): CanvasNode[] {
  return nodes.map((node) => {
    const position = positions[node.id];
    return position === undefined ? node : { ...node, position };
  });
}

/**
 * Draws the lines, each along its route from the layout. A line whose ends were dragged by the same way moves along; one
 * whose ends were dragged apart gets a simple route between them, around the cards in its way. A line that is where it was
 * the last time stays the same object, so that dragging one node of hundreds renders only its own lines.
 */
export function createEdgeDrawing(): (arrangement: Arrangement, positions: Positions) => CanvasEdge[] {
  let drawnOf: Pick<Arrangement, "graph" | "layout" | "direction"> | null = null;
  let drawn = new Map<string, { from: Point; to: Point; edge: CanvasEdge }>();
  return ({ graph, layout, direction }, positions) => {
    const known = drawnOf?.graph === graph && drawnOf.layout === layout && drawnOf.direction === direction ? drawn : new Map<string, never>();
    const offsetOf = offsetsOf({ graph, layout }, positions);
    const draw = edgeDrawer({ graph, layout, direction }, cardsOf({ graph, layout }, offsetOf));
    const isWithObstacles = hasObstacles(graph);
    drawnOf = { graph, layout, direction };
    drawn = new Map();
    for (const edge of graph.edges) {
      const [from, to] = [offsetOf(edge.source), offsetOf(edge.target)];
      const last = known.get(edge.id);
      const isThere = last !== undefined && isSamePoint(last.from, from) && isSamePoint(last.to, to);
      const canvasEdge = isThere && (last.edge.data?.labelAt !== null || !isWithObstacles) ? last.edge : redraw(draw(edge, from, to), last?.edge);
      if (canvasEdge !== null) drawn.set(edge.id, { from, to, edge: canvasEdge });
    }
    return [...drawn.values()].map(({ edge }) => edge);
  };
}

/** The edge of before, where nothing about it has changed. */
function redraw(next: CanvasEdge | null, last: CanvasEdge | undefined): CanvasEdge | null {
  const [points, before] = [next?.data?.points ?? [], last?.data?.points ?? []];
  const isSame =
    last !== undefined &&
    next?.data?.labelAt === null &&
    last.data?.labelAt === null &&
    points.length === before.length &&
    points.every((point, index) => isSamePoint(point, before[index] ?? { x: NaN, y: NaN }));
  return isSame ? last : next;
}

/** The cards of the outermost level, as they stand. */
function cardsOf({ graph, layout }: Pick<Arrangement, "graph" | "layout">, offsetOf: (id: string) => Point): ReadonlyMap<string, Box> {
  if (!hasObstacles(graph)) return new Map();
  const cards = graph.nodes.filter(({ parent, shape }) => parent === null && shape === "card");
  return new Map(cards.flatMap(({ id }) => (layout.nodes[id] === undefined ? [] : [[id, shift(layout.nodes[id], offsetOf(id))] as const])));
}

/** Whether any card can stand in the way of any line, so that moving one moves the lines of others. */
export function hasObstacles({ nodes }: Pick<VisibleGraph, "nodes">): boolean {
  return nodes.length <= MANY_NODES;
}

/** Draws lines as they run while nodes are on their way, each so far from where `positions` has it. */
export function createLineDrawing(arrangement: Pick<Arrangement, "graph" | "layout" | "direction">, positions: Positions) {
  const offsetOf = offsetsOf(arrangement, positions);
  return (edges: readonly VisibleEdge[], shiftOf: (id: string) => Point): CanvasEdge[] => {
    const placeOf = (id: string) => sum(offsetOf(id), shiftOf(id));
    const draw = edgeDrawer(arrangement, cardsOf(arrangement, placeOf));
    return edges.flatMap((edge) => draw(edge, placeOf(edge.source), placeOf(edge.target)) ?? []);
  };
}

function sum(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

function isSamePoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

/** How far a node was dragged from where the layout put it, with the frames that it stands in. */
function offsetsOf({ graph, layout }: Pick<Arrangement, "graph" | "layout">, positions: Positions): (id: string) => Point {
  const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
  const known = new Map<string, Point>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const sum = { x: 0, y: 0 };
    for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) {
      const [moved, box] = [positions[at], layout.nodes[at]];
      if (moved === undefined || box === undefined) continue;
      sum.x += moved.x - box.x;
      sum.y += moved.y - box.y;
    }
    known.set(id, sum);
    return sum;
  };
}

function edgeDrawer({ graph, layout, direction }: Pick<Arrangement, "graph" | "layout" | "direction">, cards: ReadonlyMap<string, Box>) {
  const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
  const names = new Map(graph.nodes.map(({ id, node }) => [id, node.kind === "start" ? "start" : node.kind === "end" ? "end" : node.name]));
  return (edge: VisibleEdge, from: Point, to: Point): CanvasEdge | null => {
    const route = layout.edges[edge.id];
    const source = toAbsoluteBox(edge.source, layout, parents);
    const target = toAbsoluteBox(edge.target, layout, parents);
    if (source === null || target === null) return null;
    const common = { edge, sourceName: names.get(edge.source) ?? edge.source, targetName: names.get(edge.target) ?? edge.target };
    const isAsLaidOut = Math.abs(from.x - to.x) <= ROUNDING && Math.abs(from.y - to.y) <= ROUNDING;
    if (route === undefined || route.points.length < 2 || !isAsLaidOut) {
      const others = [...cards].flatMap(([id, box]) => (id === edge.source || id === edge.target ? [] : [box]));
      const points = routeAround(shift(source, from), shift(target, to), others, direction);
      return toCanvasEdge(edge, { ...common, points, labelAt: null });
    }
    const labelAt =
      route.label === null
        ? null
        : edge.source === edge.target
          ? toLoopLabel(translate(route.points, from), shift(source, from), measureShownLabel(edge.labels))
          : { x: route.label.x + route.label.width / 2 + from.x, y: route.label.y + route.label.height / 2 + from.y };
    return toCanvasEdge(edge, { ...common, points: translate(route.points, from), labelAt });
  };
}

/** A line has its name within, where what it says of the run can change without React Flow going over all lines. */
const NAMED_INSIDE = { role: undefined, "aria-label": undefined, "aria-roledescription": undefined };

function toCanvasEdge({ id, source, target }: VisibleEdge, data: NonNullable<CanvasEdge["data"]>): CanvasEdge {
  return { id, source, target, type: "line", zIndex: LINE_LAYER, domAttributes: NAMED_INSIDE, data };
}

function toAbsoluteBox(id: string, layout: Layout, parents: ReadonlyMap<string, string | null>): Box | null {
  const box = layout.nodes[id];
  if (box === undefined) return null;
  const absolute = { ...box };
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) {
    const frame = layout.nodes[at];
    absolute.x += frame?.x ?? 0;
    absolute.y += frame?.y ?? 0;
  }
  return absolute;
}

function shift(box: Box, by: Point): Box {
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}

/** What decides where a node stands. */
export type PlacedNode = Pick<Node, "id" | "position" | "parentId" | "width" | "height">;

/** The smallest box around all nodes at the outermost level, as they stand now. */
export function toBounds(nodes: readonly PlacedNode[]): Box {
  const outer = nodes.filter(({ parentId }) => parentId === undefined);
  if (outer.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const left = Math.min(...outer.map(({ position }) => position.x));
  const top = Math.min(...outer.map(({ position }) => position.y));
  const right = Math.max(...outer.map(({ position, width = 0 }) => position.x + width));
  const bottom = Math.max(...outer.map(({ position, height = 0 }) => position.y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Where a node stands on the whole drawing, or null for one that is not drawn. */
export function toAbsolute(nodes: readonly PlacedNode[], id: string): Box | null {
  const node = nodes.find((other) => other.id === id);
  if (node === undefined) return null;
  const frame = node.parentId === undefined ? null : toAbsolute(nodes, node.parentId);
  return { x: node.position.x + (frame?.x ?? 0), y: node.position.y + (frame?.y ?? 0), width: node.width ?? 0, height: node.height ?? 0 };
}
