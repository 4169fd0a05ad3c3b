import "server-only";
import { CanvasLayoutSchema, type CanvasLayout } from "../../schema/layout";

export const EMPTY_LAYOUT: CanvasLayout = { version: 1, nodes: {}, groups: {}, notes: {} };

/** A workflow's id as a part of a file name: what a file system could take for something else is written as `%2F`. */
function safeName(graphId: string): string {
  const encoded = graphId.replace(/[^\p{L}\p{N}._-]/gu, (character) => encodeURIComponent(character).replace(/[*'()!~]/g, hex));
  return encoded.replace(/^\.+/, (dots) => "%2E".repeat(dots.length));
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Where a workflow's layout is kept: `<id>.layout.json` in the folder of its file. */
export function layoutFileOf(graphId: string, file: string): string {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  return `${folder}${safeName(graphId)}.layout.json`;
}

/** Null for a text that is no layout, e.g. one with the marks of a merge that was not finished. */
export function parseLayout(text: string): CanvasLayout | null {
  if (text.trim() === "") return EMPTY_LAYOUT;
  try {
    const parsed = CanvasLayoutSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function rounded(value: unknown): unknown {
  if (typeof value === "number") return Math.round(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}

/** One entry a line, in the order of their names: what two people move apart merges by itself. */
function section(name: string, entries: Record<string, unknown>): string | null {
  const names = Object.keys(entries).sort();
  if (names.length === 0) return null;
  const lines = names.map((key) => `    ${JSON.stringify(key)}: ${JSON.stringify(rounded(entries[key]))}`);
  return `  ${JSON.stringify(name)}: {\n${lines.join(",\n")}\n  }`;
}

/** The text of a layout, the same for the same layout. */
export function formatLayout({ version, direction, nodes, groups, notes }: CanvasLayout): string {
  const parts = [
    `  "version": ${version}`,
    direction === undefined ? null : `  "direction": ${JSON.stringify(direction)}`,
    section("nodes", nodes),
    section("groups", groups),
    section("notes", notes),
  ];
  return `{\n${parts.filter((part) => part !== null).join(",\n")}\n}\n`;
}

type Entries = Record<string, unknown>;

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(rounded(a)) === JSON.stringify(rounded(b));
}

/** A node may be called `constructor`: only what the record itself holds counts. */
function ownValue(entries: Entries, key: string): unknown {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/** Both sides' changes of one record; null where both changed one entry differently. */
function mergeEntries<T extends Entries>(base: T, mine: T, theirs: T): T | null {
  const merged: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [before, own, other] = [ownValue(base, key), ownValue(mine, key), ownValue(theirs, key)];
    const iChanged = !isSame(before, own);
    if (iChanged && !isSame(before, other) && !isSame(own, other)) return null;
    const value = iChanged ? own : other;
    if (value !== undefined) merged.push([key, value]);
  }
  // The values of `mine` and `theirs`, by the same keys.
  return Object.fromEntries(merged) as T;
}

/** What both sides have made of a layout, entry by entry; null where both changed the same one. */
export function mergeLayouts(base: CanvasLayout, mine: CanvasLayout, theirs: CanvasLayout): CanvasLayout | null {
  const nodes = mergeEntries(base.nodes, mine.nodes, theirs.nodes);
  const groups = mergeEntries(base.groups, mine.groups, theirs.groups);
  const notes = mergeEntries(base.notes, mine.notes, theirs.notes);
  const direction = mergeEntries({ direction: base.direction }, { direction: mine.direction }, { direction: theirs.direction });
  if (nodes === null || groups === null || notes === null || direction === null) return null;
  return { version: 1, ...(direction.direction === undefined ? {} : { direction: direction.direction }), nodes, groups, notes };
}
