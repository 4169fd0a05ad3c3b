import type { CheckpointSource } from "../schema/checkpoint";
import { withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import type { Store } from "./open";
import { parseNames } from "./rows";

/** A checkpoint on a path, without what the timeline alone needs. */
export type PathEntry = {
  checkpoint_id: string;
  parent_checkpoint_id: string | null;
  source: CheckpointSource;
  step: number;
  run_id: string | null;
  created_at: string;
  next: string[];
  nodes: string[];
  changed: string[];
  /** See `parseOutline`. */
  outline: string | null;
};

type Row = Omit<PathEntry, "next" | "nodes" | "changed"> & { next: string; nodes: string; changed: string };

const ENTRY = `
  SELECT checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, next, nodes, changed, outline
  FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

/**
 * The checkpoints from the oldest ancestor that is there to the given one, both included; empty for an unknown id. From
 * the index alone, and only these rows of it.
 */
export function readPath(store: Store, place: { thread_id: string; checkpoint_ns: string; checkpoint_id: string }): Promise<PathEntry[]> {
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, place.thread_id);
    const find = store.prepare(ENTRY);
    const path: PathEntry[] = [];
    const seen = new Set<string>();
    for (let id: string | null = place.checkpoint_id; id !== null && !seen.has(id);) {
      seen.add(id);
      // Exactly the columns of the query, as `insertIndexEntry` wrote them.
      const row = find.get(place.thread_id, place.checkpoint_ns, id) as Row | undefined;
      if (row === undefined) break;
      path.push({ ...row, next: parseNames(row.next), nodes: parseNames(row.nodes), changed: parseNames(row.changed) });
      id = row.parent_checkpoint_id;
    }
    return path.reverse();
  });
}
