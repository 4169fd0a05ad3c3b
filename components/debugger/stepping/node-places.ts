import { toNodePrefix } from "@/lib/graph/visits";
import type { TimelineEntry } from "@/lib/schema/checkpoint";

/** A checkpoint of any level, and the name that a node has there. */
export type NodePlace = { name: string; entry: TimelineEntry };

function nameAt(nodeId: string, entry: TimelineEntry): string | null {
  const prefix = toNodePrefix(entry.checkpoint_ns);
  return nodeId.startsWith(prefix) ? nodeId.slice(prefix.length) : null;
}

/**
 * The checkpoint that the node is due at in the moment that `path` shows: the newest one of its graph. A subgraph that
 * runs several times at once has several graphs; the one that is looked into comes first, then the newest.
 */
export function findDue(nodeId: string, path: readonly TimelineEntry[], shownNs: string): NodePlace | null {
  const heads = new Map<string, TimelineEntry>();
  for (const entry of path) heads.set(entry.checkpoint_ns, entry);
  const due = [...heads.values()].flatMap((entry) => {
    const name = nameAt(nodeId, entry);
    return name !== null && entry.next.includes(name) ? [{ name, entry }] : [];
  });
  return due.find(({ entry }) => entry.checkpoint_ns === shownNs) ?? due.at(-1) ?? null;
}

/** The newest checkpoint on the path after which the node ran and came to its end, and the one that it had started from. */
export function findLastRun(nodeId: string, path: readonly TimelineEntry[]): (NodePlace & { startId: string }) | null {
  const ended = path.findLast((entry) => {
    const name = nameAt(nodeId, entry);
    return name !== null && entry.source === "loop" && entry.parent_checkpoint_id !== null && entry.nodes.includes(name);
  });
  if (ended === undefined || ended.parent_checkpoint_id === null) return null;
  return { name: nameAt(nodeId, ended) ?? nodeId, entry: ended, startId: ended.parent_checkpoint_id };
}
