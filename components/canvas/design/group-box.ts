import type { Box } from "@/lib/graph/layout-input";

/** Around the nodes of a group; the title needs more. */
const MARGIN = { side: 18, top: 36, bottom: 18 };

/** The frame around the nodes of a group; null where none of them is drawn. */
export function groupBox(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN.side;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN.top;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN.side;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN.bottom;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
