import type { Box } from "@/lib/graph/layout-input";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const STEP: Record<Arrow, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** What lies aside counts this much more than what lies ahead. */
const ASIDE = 2.5;

export function isArrow(key: string): key is Arrow {
  return Object.hasOwn(STEP, key);
}

/** The nearest box that lies in the direction of an arrow key; null where there is none. */
export function nextInDirection(boxes: ReadonlyMap<string, Box>, from: string, arrow: Arrow): string | null {
  const start = boxes.get(from);
  if (start === undefined) return null;
  const { x, y } = STEP[arrow];
  let best: { id: string; cost: number } | null = null;
  for (const [id, box] of boxes) {
    if (id === from) continue;
    const dx = box.x + box.width / 2 - start.x - start.width / 2;
    const dy = box.y + box.height / 2 - start.y - start.height / 2;
    const ahead = dx * x + dy * y;
    if (ahead <= 1) continue;
    const cost = ahead + ASIDE * Math.abs(dx * y + dy * x);
    if (best === null || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}

/** How far an arrow key moves: 8, with Shift 32. */
export function stepOf(arrow: Arrow, isFast: boolean): { x: number; y: number } {
  const length = isFast ? 32 : 8;
  return { x: STEP[arrow].x * length, y: STEP[arrow].y * length };
}
