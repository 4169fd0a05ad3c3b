import type { Store } from "./open";
import type { OpenEnds } from "./rows";

const ERROR_INDEX = -1;

/** A `Command` to the graph around a subgraph leaves it like an error, which it is not. */
const LEFT = `CAST(w.value AS TEXT) LIKE '%"name":"ParentCommand"%'`;

/** An error that a handler took over has a second row beside it, which names the node that failed. */
const unfinished = (where: string) => `
  SELECT checkpoint_id, idx FROM writes AS w INDEXED BY open_ends
  WHERE thread_id = ? AND ${where} AND idx IN (-1, -3) AND NOT (idx = -1 AND ${LEFT}) AND NOT EXISTS (
    SELECT 1 FROM writes AS done
    WHERE done.thread_id = w.thread_id AND done.checkpoint_ns = w.checkpoint_ns AND done.checkpoint_id = w.checkpoint_id
      AND done.task_id = w.task_id AND done.idx >= 0)`;

function find(store: Store, where: string, values: string[]): OpenEnds {
  const failed = new Set<string>();
  const waiting = new Set<string>();
  // Both columns are NOT NULL in the saver's table.
  const rows = store.prepare(unfinished(where)).all(...values) as { checkpoint_id: string; idx: number }[];
  for (const row of rows) (row.idx === ERROR_INDEX ? failed : waiting).add(row.checkpoint_id);
  return { failed, waiting };
}

/**
 * Checkpoints of a thread with a task that failed or waits for an answer and has not come to its end since; of one
 * checkpoint when its id is given. Right whichever program wrote the rows. Synchronous.
 */
export function openEnds(store: Store, threadId: string, checkpointNs: string, checkpointId?: string): OpenEnds {
  if (checkpointId === undefined) return find(store, "checkpoint_ns = ?", [threadId, checkpointNs]);
  return find(store, "checkpoint_ns = ? AND checkpoint_id = ?", [threadId, checkpointNs, checkpointId]);
}

/** The same of all of a thread's subgraphs. Synchronous. */
export function subgraphOpenEnds(store: Store, threadId: string): OpenEnds {
  return find(store, "checkpoint_ns > ''", [threadId]);
}
