import type { Direction, Point } from "@/lib/graph/layout-input";

export type Positions = Record<string, Point>;

/** What a person arranged on one canvas. */
export type SavedView = {
  /** null: whichever direction shows the graph larger. */
  direction: Direction | null;
  /** Ids of the subgraphs that are open. */
  open: string[];
  /** Dragged nodes per arrangement (direction and opened frames), relative to their frame. */
  positions: Record<string, Positions>;
};

const EMPTY: SavedView = { direction: null, open: [], positions: {} };

/** The arrangement that positions belong to: moving a node while a frame is open says nothing about it closed. */
export function arrangementKey(direction: Direction, open: readonly string[]): string {
  return [direction, ...[...open].sort()].join(" ");
}

/** The saved view, or an empty one where there is none or the browser keeps nothing. */
export function loadView(storageKey: string): SavedView {
  try {
    return parseView(JSON.parse(localStorage.getItem(storageKey) ?? "null"));
  } catch {
    return EMPTY;
  }
}

export function saveView(storageKey: string, view: SavedView): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(view));
  } catch {
    // A full or forbidden storage only means that the arrangement is gone after a reload.
  }
}

function parseView(value: unknown): SavedView {
  if (!isRecord(value)) return EMPTY;
  const direction = value.direction === "LR" || value.direction === "TB" ? value.direction : null;
  const open = Array.isArray(value.open) ? value.open.filter((id) => typeof id === "string") : [];
  const positions: SavedView["positions"] = {};
  for (const [key, saved] of Object.entries(isRecord(value.positions) ? value.positions : {})) {
    const points = Object.entries(isRecord(saved) ? saved : {}).flatMap(([id, point]) =>
      isPoint(point) ? [[id, { x: point.x, y: point.y }] as const] : [],
    );
    positions[key] = Object.fromEntries(points);
  }
  return { direction, open, positions };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPoint(value: unknown): value is Point {
  return isRecord(value) && Number.isFinite(value.x) && Number.isFinite(value.y);
}
