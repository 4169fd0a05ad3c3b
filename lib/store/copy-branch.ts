import { withStorageErrors } from "./errors";
import type { Store } from "./open";

/** The checkpoint and its ancestors in the workflow's own namespace. */
const BRANCH = `
  WITH RECURSIVE branch (checkpoint_id, parent_checkpoint_id) AS (
    SELECT checkpoint_id, parent_checkpoint_id FROM checkpoints WHERE thread_id = @from AND checkpoint_ns = '' AND checkpoint_id = @checkpoint_id
    UNION
    SELECT parent.checkpoint_id, parent.parent_checkpoint_id FROM checkpoints AS parent JOIN branch
      ON parent.thread_id = @from AND parent.checkpoint_ns = '' AND parent.checkpoint_id = branch.parent_checkpoint_id
  )`;
const INDEX_COLUMNS = "checkpoint_ns, checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, next, nodes, changed, bytes";

/**
 * Copies a checkpoint with all its ancestors and their pending writes to another thread, keeping the ids, so that the
 * other thread goes on from there. States of subgraphs stay behind: an unfinished subgraph starts anew.
 */
export async function copyBranch(store: Store, copy: { from: string; to: string; checkpoint_id: string }): Promise<void> {
  const inBranch = `thread_id = @from AND checkpoint_ns = '' AND checkpoint_id IN (SELECT checkpoint_id FROM branch)`;
  const statements = [
    `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
     ${BRANCH} SELECT @to, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata FROM checkpoints WHERE ${inBranch}`,
    `INSERT INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value)
     ${BRANCH} SELECT @to, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value FROM writes WHERE ${inBranch}`,
    `INSERT INTO checkpoint_index (thread_id, ${INDEX_COLUMNS}) ${BRANCH} SELECT @to, ${INDEX_COLUMNS} FROM checkpoint_index WHERE ${inBranch}`,
  ];
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        for (const sql of statements) store.prepare(sql).run(copy);
      })
      .immediate(),
  );
}
