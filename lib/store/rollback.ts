import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { deleteRun } from "./runs";

/** Tasks that a run executed on checkpoints of others, by its spans: what they left in the writes is the run's. */
const TASKS_ELSEWHERE = `
  SELECT s.thread_id, s.checkpoint_ns, s.checkpoint_id, s.task_id FROM spans AS s
  WHERE s.run_id = ? AND s.task_id IS NOT NULL AND s.checkpoint_id IS NOT NULL AND s.kind IN ('node', 'task') AND s.status <> 'cached'`;

const byAnother = (status: string) => `EXISTS (
  SELECT 1 FROM spans AS other WHERE other.thread_id = s.thread_id AND other.checkpoint_ns = s.checkpoint_ns AND other.checkpoint_id = s.checkpoint_id
    AND other.task_id = s.task_id AND other.run_id <> s.run_id AND ${status})`;

/** A question that an earlier run asked (-3) and the error that it ended with (-1) stay; the answer (-4) and what came of it go. */
function deleteWritesElsewhere(store: Store, runId: string): void {
  const where = `(thread_id, checkpoint_ns, checkpoint_id, task_id) IN`;
  store.prepare(`DELETE FROM writes WHERE ${where} (${TASKS_ELSEWHERE} AND NOT ${byAnother("1")})`).run(runId);
  const unfinished = `${TASKS_ELSEWHERE} AND ${byAnother("1")} AND NOT ${byAnother("other.status = 'done'")}`;
  store.prepare(`DELETE FROM writes WHERE (idx >= 0 OR idx = -4) AND ${where} (${unfinished})`).run(runId);
}

/**
 * Deletes a run with its events and with the checkpoints that it wrote, as if it had never run. Checkpoints of other
 * runs that were made on top of them stay and become roots of their own.
 */
export async function deleteRunWithCheckpoints(store: Store, runId: string): Promise<void> {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        const own = `SELECT thread_id, checkpoint_ns, checkpoint_id FROM checkpoint_index WHERE run_id = ?`;
        for (const table of ["writes", "checkpoints"]) {
          store.prepare(`DELETE FROM ${table} WHERE (thread_id, checkpoint_ns, checkpoint_id) IN (${own})`).run(runId);
        }
        deleteWritesElsewhere(store, runId);
        store.prepare(`DELETE FROM checkpoint_index WHERE run_id = ?`).run(runId);
        store.prepare(`DELETE FROM interrupts WHERE run_id = ?`).run(runId);
      })
      .immediate(),
  );
  await deleteRun(store, runId);
}
