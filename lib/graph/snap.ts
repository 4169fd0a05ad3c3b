import type { Box, Point } from "./layout-input";

/** A line that shows what a moved box is aligned with; from `from` to `to` along the other axis. */
export type Guide = { axis: "x" | "y"; at: number; from: number; to: number };
export type Snap = { by: Point; guides: Guide[] };

type Axis = { start: "x" | "y"; size: "width" | "height"; other: "x" | "y"; otherSize: "width" | "height" };
const AXES: readonly Axis[] = [
  { start: "x", size: "width", other: "y", otherSize: "height" },
  { start: "y", size: "height", other: "x", otherSize: "width" },
];
/** Start, middle and end of a box along an axis. */
const PARTS = [0, 0.5, 1];

/**
 * How far a box must be moved so that its edges or middle stand in one line with those of others nearby, at most by
 * `reach`, and the lines that show it. A box that is near to nothing stays where it is.
 */
export function snapTo(moved: Box, others: readonly Box[], reach: number): Snap {
  const by = { x: 0, y: 0 };
  for (const axis of AXES) by[axis.start] = nearestOffset(moved, others, axis, reach);
  const placed = { ...moved, x: moved.x + by.x, y: moved.y + by.y };
  return { by, guides: AXES.flatMap((axis) => guidesOf(placed, others, axis)) };
}

function nearestOffset(moved: Box, others: readonly Box[], axis: Axis, reach: number): number {
  let best: number | null = null;
  for (const other of others) {
    for (const part of PARTS) {
      const offset = other[axis.start] + other[axis.size] * part - (moved[axis.start] + moved[axis.size] * part);
      if (Math.abs(offset) <= reach && (best === null || Math.abs(offset) < Math.abs(best))) best = offset;
    }
  }
  return best ?? 0;
}

function guidesOf(placed: Box, others: readonly Box[], axis: Axis): Guide[] {
  const guides: Guide[] = [];
  for (const part of PARTS) {
    const at = placed[axis.start] + placed[axis.size] * part;
    const aligned = others.filter((other) => Math.abs(other[axis.start] + other[axis.size] * part - at) < 0.5);
    if (aligned.length === 0) continue;
    const all = [placed, ...aligned];
    const from = Math.min(...all.map((box) => box[axis.other]));
    const to = Math.max(...all.map((box) => box[axis.other] + box[axis.otherSize]));
    guides.push({ axis: axis.start, at, from, to });
  }
  return guides;
}
