import type { EditInput } from "@/lib/schema/edit";
import type { CanvasLayout } from "@/lib/schema/layout";

type Section = "nodes" | "groups" | "notes";
const SECTIONS: readonly Section[] = ["nodes", "groups", "notes"];

/** One entry of a layout that became another; `undefined` is none. Plain data, so that it survives a reload. */
export type LayoutChange = { section: Section | "direction"; key: string; before?: unknown; after?: unknown };

function entryOf(entries: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** What leads from one layout to another. */
export function layoutChanges(before: CanvasLayout, after: CanvasLayout): LayoutChange[] {
  const changes: LayoutChange[] = [];
  for (const section of SECTIONS) {
    if (before[section] === after[section]) continue;
    for (const key of new Set([...Object.keys(before[section]), ...Object.keys(after[section])])) {
      const [old, now] = [entryOf(before[section], key), entryOf(after[section], key)];
      if (!isSame(old, now)) changes.push({ section, key, before: old, after: now });
    }
  }
  if (before.direction !== after.direction) changes.push({ section: "direction", key: "", before: before.direction, after: after.direction });
  return changes;
}

function changed<T>(entries: Record<string, T>, changes: readonly LayoutChange[], section: Section): Record<string, T> {
  const mine = changes.filter((change) => change.section === section);
  if (mine.length === 0) return entries;
  const result = new Map(Object.entries(entries));
  for (const { key, after } of mine) {
    if (after === undefined) result.delete(key);
    // Entries of a layout of this section: it is where the change was taken from.
    else result.set(key, after as T);
  }
  return Object.fromEntries(result);
}

/** The layout with each changed entry as the change leaves it, whatever stood there. */
export function changeLayout(layout: CanvasLayout, changes: readonly LayoutChange[]): CanvasLayout {
  if (changes.length === 0) return layout;
  const { direction, ...rest } = layout;
  const turn = changes.findLast((change) => change.section === "direction");
  const now = turn === undefined ? direction : turn.after === "LR" || turn.after === "TB" ? turn.after : undefined;
  return {
    ...rest,
    ...(now === undefined ? {} : { direction: now }),
    nodes: changed(layout.nodes, changes, "nodes"),
    groups: changed(layout.groups, changes, "groups"),
    notes: changed(layout.notes, changes, "notes"),
  };
}

/** The changes that take these back. */
export function invertLayout(changes: readonly LayoutChange[]): LayoutChange[] {
  return changes.map(({ section, key, before, after }) => ({ section, key, before: after, after: before })).reverse();
}

function renamed(layout: CanvasLayout, from: string, to: string): CanvasLayout {
  // What lies in an opened subgraph is `child:inner`.
  const rename = (id: string) => (id === from ? to : id.startsWith(`${from}:`) ? `${to}${id.slice(from.length)}` : id);
  return {
    ...layout,
    nodes: Object.fromEntries(Object.entries(layout.nodes).map(([id, at]) => [rename(id), at])),
    groups: Object.fromEntries(Object.entries(layout.groups).map(([id, group]) => [id, { ...group, nodes: group.nodes.map(rename) }])),
  };
}

function without(layout: CanvasLayout, node: string): CanvasLayout {
  const isGone = (id: string) => id === node || id.startsWith(`${node}:`);
  return {
    ...layout,
    nodes: Object.fromEntries(Object.entries(layout.nodes).filter(([id]) => !isGone(id))),
    groups: Object.fromEntries(
      Object.entries(layout.groups).map(([id, group]) => [id, { ...group, nodes: group.nodes.filter((member) => !isGone(member)) }]),
    ),
  };
}

const DRAWS: ReadonlySet<EditInput["type"]> = new Set([
  "add_node",
  "rename_node",
  "delete_node",
  "duplicate_node",
  "paste",
  "extract_subgraph",
  "inline_subgraph",
]);

/**
 * The layout after edits of the text: entries go with a renamed node and leave with a deleted one, and where something
 * drawn comes or goes, what is `shown` stays where it is.
 */
export function followEdits(layout: CanvasLayout, edits: readonly EditInput[], shown: CanvasLayout["nodes"]): CanvasLayout {
  if (!edits.some(({ type }) => DRAWS.has(type))) return layout;
  let next: CanvasLayout = { ...layout, nodes: { ...shown, ...layout.nodes } };
  for (const edit of edits) {
    if (edit.type === "rename_node") next = renamed(next, edit.node, edit.name.trim());
    if (edit.type === "delete_node") next = without(next, edit.node);
  }
  return next;
}
