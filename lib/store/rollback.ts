import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { deleteRun } from "./runs";

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
        store.prepare(`DELETE FROM checkpoint_index WHERE run_id = ?`).run(runId);
        store.prepare(`DELETE FROM interrupts WHERE run_id = ?`).run(runId);
      })
      .immediate(),
  );
  await deleteRun(store, runId);
}
