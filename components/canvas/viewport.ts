import type { Box, Point, Size } from "@/lib/graph/layout-input";

export type Viewport = Point & { zoom: number };

export const MIN_ZOOM = 0.02;
export const MAX_ZOOM = 2;
/** Below this the cards show only their names, larger. */
export const FAR_ZOOM = 0.7;
/** Below this the cards' text is a little larger than at zoom 1. */
export const MIDDLE_ZOOM = 0.85;
/** The smallest zoom at which names can be read: a first view that would be smaller shows a part instead. */
const MIN_FIRST_ZOOM = 0.55;
/** Pixels of the screen that stay free: banner above, toolbar below. */
const MARGIN = { top: 52, right: 28, bottom: 52, left: 28 };

/** The largest zoom at which the whole drawing can be seen, at most 1. */
export function toFitZoom(bounds: Size, pane: Size): number {
  const width = Math.max(pane.width - MARGIN.left - MARGIN.right, 40);
  const height = Math.max(pane.height - MARGIN.top - MARGIN.bottom, 40);
  return Math.max(MIN_ZOOM, Math.min(1, width / Math.max(bounds.width, 1), height / Math.max(bounds.height, 1)));
}

/** Shows the whole drawing, in the middle. */
export function fitAll(bounds: Box, pane: Size): Viewport {
  return center(bounds, pane, toFitZoom(bounds, pane));
}

/** Shows the whole drawing, or, where that would be too small to read, what is around `focus`: by default the beginning. */
export function fitReadable(bounds: Box, pane: Size, focus: Box | null = null): Viewport {
  const zoom = Math.max(toFitZoom(bounds, pane), MIN_FIRST_ZOOM);
  const whole = center(bounds, pane, zoom);
  const around = focus === null ? null : center(focus, pane, zoom);
  const first = { x: MARGIN.left - bounds.x * zoom, y: MARGIN.top - bounds.y * zoom };
  const last = {
    x: pane.width - MARGIN.right - (bounds.x + bounds.width) * zoom,
    y: pane.height - MARGIN.bottom - (bounds.y + bounds.height) * zoom,
  };
  const along = (axis: "x" | "y") => (last[axis] >= first[axis] ? whole[axis] : clamp(around?.[axis] ?? first[axis], last[axis], first[axis]));
  return { zoom, x: along("x"), y: along("y") };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function center(bounds: Box, pane: Size, zoom: number): Viewport {
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  const across = MARGIN.left + (pane.width - MARGIN.left - MARGIN.right) / 2;
  const down = MARGIN.top + (pane.height - MARGIN.top - MARGIN.bottom) / 2;
  return { x: across - middle.x * zoom, y: down - middle.y * zoom, zoom };
}

/** True when the box can be seen whole. */
export function isInView({ x, y, width, height }: Box, viewport: Viewport, pane: Size): boolean {
  const left = x * viewport.zoom + viewport.x;
  const top = y * viewport.zoom + viewport.y;
  return left >= 0 && top >= 0 && left + width * viewport.zoom <= pane.width && top + height * viewport.zoom <= pane.height;
}
