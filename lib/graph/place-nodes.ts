import { CARD, MARK, type Box, type Direction, type Point, type Size, type VisibleGraph, type VisibleNode } from "./layout-input";

/** Between a node that is placed here and the one before it. */
const GAP = { along: 72, across: 28 };
/** Around every node: nothing is placed nearer. */
const PADDING = 14;
/** So far a free place is looked for, in steps across the direction. */
const MOST_STEPS = 400;

export type PlaceInput = {
  graph: VisibleGraph;
  /** Where a person put nodes of the outermost level. */
  kept: Readonly<Record<string, Point>>;
  /** Where the automatic layout would put them. */
  laidOut: Readonly<Record<string, Box>>;
  direction: Direction;
  /** Where a node without neighbours goes, e.g. what is in view; null: below everything. */
  free: Point | null;
};

/** Whether the drawing is a person's: at least half of its nodes were put somewhere, the others are new. */
export function isArranged(graph: VisibleGraph, kept: Readonly<Record<string, Point>>): boolean {
  const outer = graph.nodes.filter(({ parent, shape }) => parent === null && shape !== "mark");
  const placed = outer.filter(({ id }) => Object.hasOwn(kept, id));
  return placed.length > 0 && placed.length * 2 >= outer.length;
}

/** Which way the lines between placed nodes mostly lead. */
export function directionOf(graph: VisibleGraph, kept: Readonly<Record<string, Point>>): Direction {
  const sum = { x: 0, y: 0 };
  for (const { source, target } of graph.edges) {
    const [from, to] = [source, target].map((id) => (Object.hasOwn(kept, id) ? kept[id] : undefined));
    if (from === undefined || to === undefined) continue;
    // A card is wider than high: a step down is shorter than a step to the side.
    sum.x += (to.x - from.x) / CARD.width;
    sum.y += (to.y - from.y) / CARD.height / 2;
  }
  return sum.y > sum.x ? "TB" : "LR";
}

/**
 * Where the nodes of the outermost level stand. As long as the drawing is nobody's, as it was laid out, except for what was
 * dragged; afterwards every node stays, and a new one is placed behind the node that leads to it, before the one that it
 * leads to, or between both, where nothing else is.
 */
export function placeNodes({ graph, kept, laidOut, direction, free }: PlaceInput): Record<string, Point> {
  const outer = graph.nodes.filter(({ parent }) => parent === null);
  const places = new Map<string, Box>();
  // The ends stand around the nodes: where nobody put any of these, they say nothing.
  const hasKeptCards = outer.some(({ id, shape }) => shape !== "mark" && Object.hasOwn(kept, id));
  for (const node of outer) {
    const point = hasKeptCards && Object.hasOwn(kept, node.id) ? kept[node.id] : undefined;
    if (point !== undefined) places.set(node.id, { x: point.x, y: point.y, ...sizeOf(node, laidOut) });
  }
  if (!isArranged(graph, kept)) {
    for (const node of outer) {
      const box = Object.hasOwn(laidOut, node.id) ? laidOut[node.id] : undefined;
      if (!places.has(node.id)) places.set(node.id, box ?? { x: 0, y: 0, ...sizeOf(node, laidOut) });
    }
    return toPoints(places);
  }
  placeNew(outer, { graph, places, laidOut, direction, free });
  return toPoints(places);
}

type NewInput = { graph: VisibleGraph; places: Map<string, Box>; laidOut: PlaceInput["laidOut"]; direction: Direction; free: Point | null };

/** Nodes beside placed ones first, so that a chain of new nodes is placed one behind the other. */
function placeNew(outer: readonly VisibleNode[], { graph, places, laidOut, direction, free }: NewInput): void {
  const waiting = new Map(outer.filter(({ id }) => !places.has(id)).map((node) => [node.id, node]));
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ id }) => neighbours(graph, id, places).length > 0) ?? firstOf(waiting);
    if (next === null) return;
    waiting.delete(next.id);
    const size = sizeOf(next, laidOut);
    const wished = wishedPlace(next, size, { graph, places, direction, free });
    places.set(next.id, freePlace({ ...wished, ...size }, [...places.values()], direction));
  }
}

function firstOf(waiting: ReadonlyMap<string, VisibleNode>): VisibleNode | null {
  const cards = [...waiting.values()].find(({ shape }) => shape !== "mark");
  return cards ?? [...waiting.values()][0] ?? null;
}

function neighbours(graph: VisibleGraph, id: string, places: ReadonlyMap<string, Box>): string[] {
  return graph.edges.flatMap(({ source, target }) => {
    const other = source === id ? target : target === id ? source : null;
    return other !== null && other !== id && places.has(other) ? [other] : [];
  });
}

type WishInput = Pick<NewInput, "graph" | "places" | "direction" | "free">;

function wishedPlace(node: VisibleNode, size: Size, { graph, places, direction, free }: WishInput): Point {
  const boxesOf = (ids: string[]) => ids.flatMap((id) => places.get(id) ?? []);
  const before = boxesOf(graph.edges.flatMap((edge) => (edge.target === node.id && edge.source !== node.id ? [edge.source] : [])));
  const after = boxesOf(graph.edges.flatMap((edge) => (edge.source === node.id && edge.target !== node.id ? [edge.target] : [])));
  const [along, across] = direction === "LR" ? (["x", "y"] as const) : (["y", "x"] as const);
  const [length, breadth] = direction === "LR" ? (["width", "height"] as const) : (["height", "width"] as const);
  const middle = (box: Box) => box[across] + box[breadth] / 2;
  // The end stands behind all that leads to it.
  const previous = node.node.kind === "end" ? furthest(before, (box) => box[along] + box[length]) : before[0];
  const next = after[0];
  const at = { x: 0, y: 0 };
  if (previous !== undefined && next !== undefined) {
    at[along] = (previous[along] + previous[length] + next[along] - size[length]) / 2;
    at[across] = (middle(previous) + middle(next)) / 2 - size[breadth] / 2;
  } else if (previous !== undefined) {
    at[along] = previous[along] + previous[length] + GAP.along;
    at[across] = middle(previous) - size[breadth] / 2;
  } else if (next !== undefined) {
    at[along] = next[along] - GAP.along - size[length];
    at[across] = middle(next) - size[breadth] / 2;
  } else if (free !== null) {
    return { x: free.x - size.width / 2, y: free.y - size.height / 2 };
  } else {
    const all = [...places.values()];
    at[along] =
      node.node.kind === "end" ? Math.max(0, ...all.map((box) => box[along] + box[length] + GAP.along)) : Math.min(...all.map((box) => box[along]));
    at[across] =
      node.shape === "mark" ? middle(all[0] ?? { x: 0, y: 0, ...CARD }) : Math.max(...all.map((box) => box[across] + box[breadth])) + GAP.across;
  }
  return at;
}

function furthest(boxes: readonly Box[], measure: (box: Box) => number): Box | undefined {
  return boxes.reduce<Box | undefined>((best, box) => (best === undefined || measure(box) > measure(best) ? box : best), undefined);
}

/** The nearest place across the direction, both ways by turns, that nothing stands on. */
function freePlace(wished: Box, taken: readonly Box[], direction: Direction): Box {
  const across = direction === "LR" ? "y" : "x";
  const step = (direction === "LR" ? wished.height : wished.width) / 2 + PADDING;
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const side = count % 2 === 1 ? 1 : -1;
    const box = { ...wished, [across]: wished[across] + side * Math.ceil(count / 2) * step };
    if (!taken.some((other) => overlaps(box, other))) return box;
  }
  return wished;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width + PADDING && b.x < a.x + a.width + PADDING && a.y < b.y + b.height + PADDING && b.y < a.y + a.height + PADDING;
}

function sizeOf({ id, shape }: VisibleNode, laidOut: PlaceInput["laidOut"]): Size {
  if (shape === "mark") return MARK;
  const box = shape === "frame" && Object.hasOwn(laidOut, id) ? laidOut[id] : undefined;
  return box === undefined ? CARD : { width: box.width, height: box.height };
}

function toPoints(places: ReadonlyMap<string, Box>): Record<string, Point> {
  return Object.fromEntries([...places].map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]));
}

/**
 * How far each node is moved aside for opened frames, which need more room than the card that they were: what stands
 * behind or below a frame's corner goes on by what the frame is larger.
 */
export function makeRoom(places: Readonly<Record<string, Point>>, frames: ReadonlyMap<string, Size>): Map<string, Point> {
  const aside = new Map<string, Point>();
  for (const [id, place] of Object.entries(places)) {
    const by = { x: 0, y: 0 };
    for (const [frame, size] of frames) {
      const corner = Object.hasOwn(places, frame) ? places[frame] : undefined;
      if (corner === undefined || frame === id) continue;
      if (place.x >= corner.x + CARD.width) by.x += Math.max(0, size.width - CARD.width);
      if (place.y >= corner.y + CARD.height) by.y += Math.max(0, size.height - CARD.height);
    }
    if (by.x !== 0 || by.y !== 0) aside.set(id, by);
  }
  return aside;
}

/** The room that a layout with opened frames has left for them, by node: without it, its nodes stand as if the frames were closed. */
export function roomTaken(places: Readonly<Record<string, Point>>, frames: ReadonlyMap<string, Size>): Map<string, Point> {
  const taken = new Map<string, Point>();
  for (const [id, place] of Object.entries(places)) {
    const by = { x: 0, y: 0 };
    for (const [frame, size] of frames) {
      const corner = Object.hasOwn(places, frame) ? places[frame] : undefined;
      if (corner === undefined || frame === id) continue;
      if (place.x >= corner.x + size.width) by.x += Math.max(0, size.width - CARD.width);
      if (place.y >= corner.y + size.height) by.y += Math.max(0, size.height - CARD.height);
    }
    if (by.x !== 0 || by.y !== 0) taken.set(id, by);
  }
  return taken;
}
