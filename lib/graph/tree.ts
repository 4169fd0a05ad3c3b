import type { TimelineEntry } from "../schema/checkpoint";

/** The checkpoints of one thread and namespace as the tree that their parents make. A tree that grows hands its maps on: they only gain entries. */
export type CheckpointTree = {
  byId: Map<string, TimelineEntry>;
  /** Parent in the tree; null for roots, also for rows whose parent is missing. */
  parents: Map<string, string | null>;
  /** Children of each checkpoint that has some, oldest first. */
  children: Map<string, string[]>;
  /** Oldest first. */
  roots: string[];
  /** Oldest first, parents always before their children. */
  order: string[];
  /** The newest by age, which need not be the last of `order`; null for an empty tree. */
  newest: TimelineEntry | null;
  /** Parents that rows name and that are not there: pruned, deleted, or never written here. */
  missing: Set<string>;
};

/**
 * Builds the tree from entries in any order. Rows whose parent is missing (foreign or pruned) become roots;
 * of two rows with the same id the later one in the list counts.
 */
export function buildTree(entries: readonly TimelineEntry[]): CheckpointTree {
  const byId = new Map(entries.map((entry) => [entry.checkpoint_id, entry]));
  const parents = new Map<string, string | null>();
  const order: string[] = [];
  const byTime = [...byId.values()].sort(byAge);
  for (const entry of byTime) placeWithAncestors(entry, byId, parents, order);

  const children = new Map<string, string[]>();
  const roots: string[] = [];
  const missing = new Set<string>();
  for (const id of order) {
    const parent = parents.get(id) ?? null;
    if (parent === null) {
      roots.push(id);
      const named = byId.get(id)?.parent_checkpoint_id ?? null;
      if (named !== null) missing.add(named);
    } else {
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [id]);
      else siblings.push(id);
    }
  }
  return { byId, parents, children, roots, order, newest: byTime.at(-1) ?? null, missing };
}

/**
 * The tree with further entries, without looking at those that it has: `added` are the ids that it did not have, oldest
 * first. Null when they do not simply go on from it (an entry older than its newest, a parent that was missing, a parent
 * that comes later, other facts about a row that places it) and it has to be built anew. The given tree keeps its arrays
 * and shares its maps with the new one.
 */
export function extendTree(tree: CheckpointTree, entries: readonly TimelineEntry[]): { tree: CheckpointTree; added: string[] } | null {
  const fresh = new Map<string, TimelineEntry>();
  const renewed: TimelineEntry[] = [];
  for (const entry of entries) {
    const known = tree.byId.get(entry.checkpoint_id);
    if (known === undefined) fresh.set(entry.checkpoint_id, entry);
    else if (isPlacedAs(known, entry)) renewed.push(entry);
    else return null;
  }
  const added = [...fresh.values()].sort(byAge);
  if (!continues(tree, added)) return null;

  const { byId, parents, children, missing } = tree;
  const roots = [...tree.roots];
  for (const entry of renewed) byId.set(entry.checkpoint_id, entry);
  for (const entry of added) {
    const id = entry.checkpoint_id;
    const named = entry.parent_checkpoint_id;
    const parent = named !== null && byId.has(named) ? named : null;
    byId.set(id, entry);
    parents.set(id, parent);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), id]);
    else roots.push(id);
    if (parent === null && named !== null) missing.add(named);
  }
  const ids = added.map((entry) => entry.checkpoint_id);
  const newest = added.at(-1) ?? (tree.newest === null ? null : (byId.get(tree.newest.checkpoint_id) ?? null));
  return { tree: { byId, parents, children, roots, order: [...tree.order, ...ids], newest, missing }, added: ids };
}

/** True when the row stands where it stood: everything that decides a place in the tree, its branches and lanes is the same. */
function isPlacedAs(known: TimelineEntry, entry: TimelineEntry): boolean {
  return (
    known.parent_checkpoint_id === entry.parent_checkpoint_id &&
    known.created_at === entry.created_at &&
    known.source === entry.source &&
    known.step === entry.step
  );
}

/** True when rows, oldest first, come after all of the tree, each after its parent. */
function continues(tree: CheckpointTree, added: readonly TimelineEntry[]): boolean {
  const [first] = added;
  if (first !== undefined && tree.newest !== null && byAge(tree.newest, first) >= 0) return false;
  const waited = new Set<string>();
  for (const { checkpoint_id: id, parent_checkpoint_id: parent } of added) {
    if (tree.missing.has(id) || waited.has(id)) return false;
    if (parent !== null) waited.add(parent);
    if (parent === id) return false;
  }
  return true;
}

/** True for a root whose parent is not there: earlier checkpoints are gone, or another program has them. */
export function isCutOff(tree: CheckpointTree, rootId: string): boolean {
  return (tree.parents.get(rootId) ?? null) === null && (tree.byId.get(rootId)?.parent_checkpoint_id ?? null) !== null;
}

/** The checkpoints from the root to the given one, both included; empty for an unknown id. */
export function pathTo(tree: CheckpointTree, checkpointId: string): TimelineEntry[] {
  const path: TimelineEntry[] = [];
  for (let id: string | null = checkpointId; id !== null; id = tree.parents.get(id) ?? null) {
    const entry = tree.byId.get(id);
    if (entry === undefined) break;
    path.push(entry);
  }
  return path.reverse();
}

/** The newest checkpoint that both descend from (or are); null for unrelated or unknown ones. */
export function commonAncestor(tree: CheckpointTree, a: string, b: string): string | null {
  const ancestors = new Set(pathTo(tree, a).map((entry) => entry.checkpoint_id));
  for (let id: string | null = b; id !== null; id = tree.parents.get(id) ?? null) if (ancestors.has(id)) return id;
  return null;
}

/** Checkpoint ids of LangGraph sort by time; `created_at` decides first because foreign savers may use other ids. */
function byAge(left: TimelineEntry, right: TimelineEntry): number {
  if (left.created_at !== right.created_at) return left.created_at < right.created_at ? -1 : 1;
  if (left.checkpoint_id === right.checkpoint_id) return 0;
  return left.checkpoint_id < right.checkpoint_id ? -1 : 1;
}

/** Clocks of different machines may disagree: a parent is placed before its child whatever the times say. */
function placeWithAncestors(entry: TimelineEntry, byId: Map<string, TimelineEntry>, parents: Map<string, string | null>, order: string[]): void {
  const chain: TimelineEntry[] = [];
  const inChain = new Set<string>();
  let current: TimelineEntry | undefined = entry;
  while (current !== undefined && !parents.has(current.checkpoint_id) && !inChain.has(current.checkpoint_id)) {
    chain.push(current);
    inChain.add(current.checkpoint_id);
    current = current.parent_checkpoint_id === null ? undefined : byId.get(current.parent_checkpoint_id);
  }
  for (const item of chain.reverse()) {
    const parent = item.parent_checkpoint_id;
    parents.set(item.checkpoint_id, parent !== null && parents.has(parent) ? parent : null);
    order.push(item.checkpoint_id);
  }
}
