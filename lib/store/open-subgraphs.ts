import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { parseNames } from "./rows";

/** A subgraph that has not come to its end, by its newest checkpoint. */
export type OpenSubgraph = { checkpoint_ns: string; checkpoint_id: string; next: string[] };

const NEWEST = `
  SELECT checkpoint_ns, max(checkpoint_id) AS checkpoint_id, next FROM checkpoint_index
  WHERE thread_id = ? AND checkpoint_ns <> '' AND outer_checkpoint_id = ? GROUP BY checkpoint_ns`;

/** More levels than anybody nests; a damaged row may enclose itself. */
const MAX_DEPTH = 16;

/**
 * The unfinished subgraphs, of all levels, that a run which goes on from the thread's newest checkpoint would enter where
 * they stand. Synchronous.
 */
export function openSubgraphs(store: Store, threadId: string, checkpointId: string, depth = 0): OpenSubgraph[] {
  if (depth === MAX_DEPTH) return [];
  return withStorageErrors(() => {
    // SQLite gives the other columns of the row that has the maximum; all are NOT NULL text.
    const rows = store.prepare(NEWEST).all(threadId, checkpointId) as { checkpoint_ns: string; checkpoint_id: string; next: string }[];
    return rows.flatMap((row) => {
      const next = parseNames(row.next);
      return next.length === 0 ? [] : [{ ...row, next }, ...openSubgraphs(store, threadId, row.checkpoint_id, depth + 1)];
    });
  });
}
