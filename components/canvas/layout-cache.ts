import type { Box, Layout, LayoutNode, Point } from "@/lib/graph/layout-input";

const STORAGE_KEY = "retrograph:layouts";
const MAX_ENTRIES = 24;
const MAX_LENGTH = 60_000;

type Entry = { input: string; layout: Layout };

/** The layout that was made of exactly this input before, so that a known graph is drawn without waiting for the worker. */
export function recallLayout(input: LayoutNode): Layout | null {
  const key = JSON.stringify(input);
  return readEntries().find((entry) => entry.input === key)?.layout ?? null;
}

/** Keeps a layout for the next visit; the oldest ones make room. */
export function rememberLayout(input: LayoutNode, layout: Layout): void {
  const entry = { input: JSON.stringify(input), layout };
  if (entry.input.length + JSON.stringify(layout).length > MAX_LENGTH) return;
  const others = readEntries().filter((other) => other.input !== entry.input);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([entry, ...others].slice(0, MAX_ENTRIES)));
  } catch {
    // Without storage every visit lays out anew.
  }
}

/** True when no layout was kept yet, as on a first visit. */
export function isLayoutCacheEmpty(): boolean {
  return readEntries().length === 0;
}

function readEntries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  return isRecord(value) && typeof value.input === "string" && isLayout(value.layout);
}

function isLayout(value: unknown): value is Layout {
  if (!isRecord(value) || !isRecord(value.nodes) || !isRecord(value.edges)) return false;
  return Object.values(value.nodes).every(isBox) && Object.values(value.edges).every(isRoute);
}

function isRoute(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.points)) return false;
  return value.points.every(isPoint) && (value.label === null || isBox(value.label));
}

function isBox(value: unknown): value is Box {
  return isPoint(value) && "width" in value && "height" in value && Number.isFinite(value.width) && Number.isFinite(value.height);
}

function isPoint(value: unknown): value is Point {
  return isRecord(value) && Number.isFinite(value.x) && Number.isFinite(value.y);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
