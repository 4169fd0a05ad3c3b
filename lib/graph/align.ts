import type { Box, Point } from "./layout-input";

export type Alignment = "left" | "center" | "right" | "top" | "middle" | "bottom";

const ALONG: Record<Alignment, { axis: "x" | "y"; size: "width" | "height"; part: number }> = {
  left: { axis: "x", size: "width", part: 0 },
  center: { axis: "x", size: "width", part: 0.5 },
  right: { axis: "x", size: "width", part: 1 },
  top: { axis: "y", size: "height", part: 0 },
  middle: { axis: "y", size: "height", part: 0.5 },
  bottom: { axis: "y", size: "height", part: 1 },
};

/** Where boxes stand when they are aligned within the smallest box around all of them. Whole numbers. */
export function align(boxes: ReadonlyMap<string, Box>, alignment: Alignment): Map<string, Point> {
  const { axis, size, part } = ALONG[alignment];
  const all = [...boxes.values()];
  const start = Math.min(...all.map((box) => box[axis]));
  const end = Math.max(...all.map((box) => box[axis] + box[size]));
  const at = start + (end - start) * part;
  return new Map([...boxes].map(([id, box]) => [id, { x: box.x, y: box.y, [axis]: Math.round(at - box[size] * part) }]));
}

/** Where boxes stand with equal room between them, the outermost two staying where they are. Whole numbers. */
export function distribute(boxes: ReadonlyMap<string, Box>, axis: "x" | "y"): Map<string, Point> {
  const size = axis === "x" ? "width" : "height";
  const sorted = [...boxes].sort(([, a], [, b]) => a[axis] - b[axis]);
  const first = sorted[0];
  const last = sorted.at(-1);
  const places = new Map<string, Point>();
  if (first === undefined || last === undefined) return places;
  const room = last[1][axis] + last[1][size] - first[1][axis] - sorted.reduce((sum, [, box]) => sum + box[size], 0);
  const gap = room / Math.max(sorted.length - 1, 1);
  let at = first[1][axis];
  for (const [id, box] of sorted) {
    places.set(id, { x: box.x, y: box.y, [axis]: Math.round(at) });
    at += box[size] + gap;
  }
  return places;
}
