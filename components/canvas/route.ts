import type { Box, Direction, Point, Size } from "@/lib/graph/layout-input";

const CORNER = 12;
const ARROW_LENGTH = 7;
/** Between an arrow's tip and the card, where the card's halo or focus ring may be. */
const ARROW_GAP = 4;
const CLEARANCE = 24;
/** Between a loop and its label. */
const LABEL_GAP = 2;
/** Boxes that are this far apart side by side can be joined from side to side. */
const MIN_GAP = 8;

/** An SVG path along the points with rounded corners; it stops short of the last point to leave room for the arrowhead. */
export function toRoundedPath(points: readonly Point[]): string {
  const [first, ...rest] = withoutRepeats(points);
  const last = rest.pop();
  if (first === undefined || last === undefined) return "";
  const parts = [`M${at(first)}`];
  let previous = first;
  rest.forEach((corner, index) => {
    const next = rest[index + 1] ?? last;
    const radius = Math.min(CORNER, distance(previous, corner) / 2, distance(corner, next) / 2);
    parts.push(`L${at(towards(corner, previous, radius))}`, `Q${at(corner)} ${at(towards(corner, next, radius))}`);
    previous = corner;
  });
  parts.push(`L${at(towards(last, previous, Math.min(ARROW_GAP + ARROW_LENGTH - 1, distance(previous, last))))}`);
  return parts.join(" ");
}

/** An arrowhead just before the last point. */
export function toArrowhead(points: readonly Point[]): string {
  const line = withoutRepeats(points);
  const last = line.at(-1);
  const before = line.at(-2);
  if (last === undefined || before === undefined) return "";
  const length = distance(before, last);
  const along = { x: (last.x - before.x) / length, y: (last.y - before.y) / length };
  const tip = { x: last.x - along.x * ARROW_GAP, y: last.y - along.y * ARROW_GAP };
  const base = { x: tip.x - along.x * ARROW_LENGTH, y: tip.y - along.y * ARROW_LENGTH };
  const side = { x: -along.y * 3.5, y: along.x * 3.5 };
  return `M${at(tip)} L${at({ x: base.x + side.x, y: base.y + side.y })} L${at({ x: base.x - side.x, y: base.y - side.y })} Z`;
}

/** The point half way along the line. */
export function toMidpoint(points: readonly Point[]): Point {
  const total = lengthOf(points);
  let left = total / 2;
  let previous = points[0] ?? { x: 0, y: 0 };
  for (const point of points.slice(1)) {
    const step = distance(previous, point);
    if (step >= left) return towards(previous, point, left);
    left -= step;
    previous = point;
  }
  return previous;
}

/**
 * Where the label of a line from a node back to itself stands: beside the part of the line that is furthest from the node.
 * The layout puts it further off, where it seems to belong to nothing.
 */
export function toLoopLabel(points: readonly Point[], node: Box, label: Size): Point {
  const middle = { x: node.x + node.width / 2, y: node.y + node.height / 2 };
  const away = points.reduce<Point>((far, point) => (outside(point, node) > outside(far, node) ? point : far), points[0] ?? middle);
  const isBeside = away.x < node.x || away.x > node.x + node.width;
  if (isBeside) return { x: away.x + Math.sign(away.x - middle.x) * (label.width / 2 + LABEL_GAP), y: midOf(points, "y") };
  return { x: midOf(points, "x"), y: away.y + Math.sign(away.y - middle.y) * (label.height / 2 + LABEL_GAP) };
}

/** How far a point is from a box, the longer way. */
function outside({ x, y }: Point, box: Box): number {
  return Math.max(box.x - x, x - box.x - box.width, box.y - y, y - box.y - box.height);
}

function midOf(points: readonly Point[], axis: "x" | "y"): number {
  const values = points.map((point) => point[axis]);
  return (Math.min(...values) + Math.max(...values)) / 2;
}

export function translate(points: readonly Point[], by: Point): Point[] {
  return points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }));
}

/** A line between two boxes for when one of them was dragged away from where the layout put it. */
export function routeBetween(source: Box, target: Box, direction: Direction): Point[] {
  if (direction === "TB") return flip(routeLeftToRight(flipBox(source), flipBox(target)));
  return routeLeftToRight(source, target);
}

function routeLeftToRight(source: Box, target: Box): Point[] {
  const from = { x: source.x + source.width, y: source.y + source.height / 2 };
  const to = { x: target.x, y: target.y + target.height / 2 };
  if (to.x >= from.x + CLEARANCE) {
    const middle = (from.x + to.x) / 2;
    return Math.abs(from.y - to.y) < 1 ? [from, to] : [from, { x: middle, y: from.y }, { x: middle, y: to.y }, to];
  }
  const isBelow = target.y >= source.y + source.height + MIN_GAP;
  const isAbove = target.y + target.height + MIN_GAP <= source.y;
  if (isBelow || isAbove) {
    const start = { x: source.x + source.width / 2, y: isBelow ? source.y + source.height : source.y };
    const end = { x: target.x + target.width / 2, y: isBelow ? target.y : target.y + target.height };
    const middle = (start.y + end.y) / 2;
    return Math.abs(start.x - end.x) < 1 ? [start, end] : [start, { x: start.x, y: middle }, { x: end.x, y: middle }, end];
  }
  const under = Math.max(source.y + source.height, target.y + target.height) + CLEARANCE;
  const right = from.x + CLEARANCE;
  const left = to.x - CLEARANCE;
  return [from, { x: right, y: from.y }, { x: right, y: under }, { x: left, y: under }, { x: left, y: to.y }, to];
}

/** Beside a card that a line goes around. */
const DETOUR = 14;

/** As `routeBetween`, but around the boxes that stand in the way, where there is a way around them. */
export function routeAround(source: Box, target: Box, others: readonly Box[], direction: Direction): Point[] {
  const straight = routeBetween(source, target, direction);
  if (!isBlocked(straight, others)) return straight;
  const ways = direction === "LR" ? detours(source, target, others) : detours(flipBox(source), flipBox(target), others.map(flipBox)).map(flip);
  return ways.toSorted((a, b) => lengthOf(a) - lengthOf(b)).find((points) => !isBlocked(points, others)) ?? straight;
}

/** Ways along either side of each box between the two, left to right. */
function detours(source: Box, target: Box, others: readonly Box[]): Point[][] {
  const from = { x: source.x + source.width, y: source.y + source.height / 2 };
  const to = { x: target.x, y: target.y + target.height / 2 };
  const [right, left] = [from.x + DETOUR, to.x - DETOUR];
  const between = [source, target, ...others].filter(({ x, width }) => x < Math.max(right, left) && x + width > Math.min(right, left));
  return between
    .flatMap(({ y, height }) => [y - DETOUR, y + height + DETOUR])
    .map((lane) => [from, { x: right, y: from.y }, { x: right, y: lane }, { x: left, y: lane }, { x: left, y: to.y }, to]);
}

function isBlocked(points: readonly Point[], boxes: readonly Box[]): boolean {
  return points.some((point, index) => {
    const previous = points[index - 1] ?? point;
    const [low, high] = [
      { x: Math.min(point.x, previous.x), y: Math.min(point.y, previous.y) },
      { x: Math.max(point.x, previous.x), y: Math.max(point.y, previous.y) },
    ];
    return boxes.some((box) => high.x > box.x && low.x < box.x + box.width && high.y > box.y && low.y < box.y + box.height);
  });
}

const flip = (points: readonly Point[]): Point[] => points.map(({ x, y }) => ({ x: y, y: x }));
const flipBox = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width });

const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const round = (value: number) => Math.round(value * 10) / 10;
const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);

function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, point, index) => sum + distance(points[index - 1] ?? point, point), 0);
}

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  return length === 0 ? from : { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
}

function withoutRepeats(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    const previous = points[index - 1];
    return previous === undefined || distance(previous, point) > 0.01;
  });
}
