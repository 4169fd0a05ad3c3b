import { withStorageErrors } from "./errors";
import type { Store } from "./open";

/** The run that wrote a checkpoint; null for one that a person or another program made. Synchronous. */
export function readRunId(store: Store, place: { thread_id: string; checkpoint_ns: string; checkpoint_id: string }): string | null {
  return withStorageErrors(() => {
    const found: unknown = store
      .prepare(`SELECT run_id FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`)
      .pluck()
      .get(place.thread_id, place.checkpoint_ns, place.checkpoint_id);
    return typeof found === "string" ? found : null;
  });
}
