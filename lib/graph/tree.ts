import type { TimelineEntry } from "../schema/checkpoint";

/** The checkpoints of one thread and namespace as the tree that their parents make. */
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
};

/**
 * Builds the tree from entries in any order. Rows whose parent is missing (foreign or pruned) become roots;
 * of two rows with the same id the later one in the list counts.
 */
export function buildTree(entries: readonly TimelineEntry[]): CheckpointTree {
  const byId = new Map(entries.map((entry) => [entry.checkpoint_id, entry]));
  const parents = new Map<string, string | null>();
  const order: string[] = [];
  for (const entry of [...byId.values()].sort(byAge)) placeWithAncestors(entry, byId, parents, order);

  const children = new Map<string, string[]>();
  const roots: string[] = [];
  for (const id of order) {
    const parent = parents.get(id) ?? null;
    if (parent === null) roots.push(id);
    else {
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [id]);
      else siblings.push(id);
    }
  }
  return { byId, parents, children, roots, order };
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
