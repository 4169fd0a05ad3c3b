import { withStorageErrors } from "./errors";
import { readRow } from "./index-rows";
import type { Store } from "./open";
import { pendingTasks, withGoto, type PendingTask } from "./pending-tasks";
import { blobText, parseCheckpoint, parseMetadata } from "./raw-checkpoint";
import { startNodeOf } from "./start-node";

/** Writes of a `Command` that was sent from outside stand under this id. */
const NO_TASK = "00000000-0000-0000-0000-000000000000";

/** A checkpoint with the tasks of the superstep that starts from it, each with the id that its writes stand under. */
export type EntryTasks = {
  checkpoint_id: string;
  parent_checkpoint_id: string | null;
  source: string;
  tasks: { id: string; name: string }[];
};

function idOf(task: PendingTask, written: ReadonlySet<string>): string {
  return task.ids.find((id) => written.has(id)) ?? task.ids[0];
}

/** Reads one checkpoint's tasks from the rows alone; null when there is no such checkpoint. Throws for a damaged row. Synchronous. */
export function readEntryTasks(store: Store, place: { thread_id: string; checkpoint_ns: string; checkpoint_id: string }): EntryTasks | null {
  return withStorageErrors(() => {
    const row = readRow(store, place, place.checkpoint_id);
    if (row === null) return null;
    const checkpoint = parseCheckpoint(row);
    const metadata = parseMetadata(row);
    // Exactly these columns in the saver's table.
    const writes = store
      .prepare(
        `SELECT DISTINCT task_id, CASE WHEN task_id = ? THEN channel END AS channel, CASE WHEN task_id = ? THEN value END AS value
         FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`,
      )
      .all(NO_TASK, NO_TASK, place.thread_id, place.checkpoint_ns, place.checkpoint_id) as {
      task_id: string;
      channel: string | null;
      value: Buffer | string | null;
    }[];
    const goto = writes.flatMap(({ channel, value }) => (channel === null ? [] : [{ channel, value: parse(value) }]));
    const control = withGoto(checkpoint, goto);
    const startNode = startNodeOf(store, place.thread_id, place.checkpoint_ns, checkpoint);
    const written = new Set(writes.map(({ task_id }) => task_id));
    const tasks = pendingTasks(control, { checkpoint_ns: place.checkpoint_ns, step: metadata.step ?? -1, startNode });
    return {
      checkpoint_id: row.checkpoint_id,
      parent_checkpoint_id: row.parent_checkpoint_id,
      source: metadata.source ?? "loop",
      tasks: tasks.map((task) => ({ id: idOf(task, written), name: task.name })),
    };
  });
}

function parse(value: Buffer | string | null): unknown {
  try {
    return JSON.parse(blobText(value));
  } catch {
    return null;
  }
}
