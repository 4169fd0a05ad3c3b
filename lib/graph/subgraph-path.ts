import type { TimelineEntry } from "../schema/checkpoint";
import { buildTree, pathTo } from "./tree";
import { isSuperstep } from "./visits";

/** Subgraph checkpoints by the checkpoint that encloses them, then by namespace. */
type Enclosed = ReadonlyMap<string, ReadonlyMap<string, readonly TimelineEntry[]>>;

/**
 * The checkpoints of subgraphs that belong to a path of the workflow's own checkpoints (root first), in the order of
 * the path: those that ran for a superstep of it, and those of its last moment unless a run went on from there since
 * (`isPast`: what ran then came later). Recursively for subgraphs in subgraphs. A subgraph that was left without its end,
 * because its state was updated or it was run again, is on another path.
 */
export function subgraphPath(path: readonly TimelineEntry[], inner: readonly TimelineEntry[], isPast: boolean): TimelineEntry[] {
  if (inner.length === 0) return [];
  const found: TimelineEntry[] = [];
  collect(path, !isPast, groupByOuter(inner), found);
  return found;
}

function groupByOuter(inner: readonly TimelineEntry[]): Enclosed {
  const groups = new Map<string, Map<string, TimelineEntry[]>>();
  for (const entry of inner) {
    const outer = entry.outer_checkpoint_id;
    if (outer === undefined) continue;
    const namespaces = groups.get(outer) ?? new Map<string, TimelineEntry[]>();
    if (namespaces.size === 0) groups.set(outer, namespaces);
    const entries = namespaces.get(entry.checkpoint_ns);
    if (entries === undefined) namespaces.set(entry.checkpoint_ns, [entry]);
    else entries.push(entry);
  }
  return groups;
}

function collect(path: readonly TimelineEntry[], isOpen: boolean, enclosed: Enclosed, found: TimelineEntry[]): void {
  path.forEach((entry, index) => {
    const following = path[index + 1];
    const counts = following === undefined ? isOpen : following.source !== "input" && isSuperstep(following, entry);
    if (!counts) return;
    for (const [ns, entries] of enclosed.get(entry.checkpoint_id) ?? []) {
      if (!isInside(ns, entry.checkpoint_ns)) continue;
      const branch = newestBranch(entries);
      found.push(...branch);
      collect(branch, true, enclosed, found);
    }
  });
}

function isInside(ns: string, around: string): boolean {
  return around === "" ? ns !== "" : ns.startsWith(`${around}|`);
}

/** One run of a subgraph has one line, unless a person went back inside it: then the newest counts. */
function newestBranch(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const tree = buildTree(entries);
  const newest = tree.order.at(-1);
  return newest === undefined ? [] : pathTo(tree, newest);
}
