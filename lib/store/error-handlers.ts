import type { Store } from "./open";
import { blobText } from "./raw-checkpoint";
import { taskUuid } from "./task-uuid";

/** LangGraph's names for the node that handles the errors of one node, and for the one of all nodes without their own. */
const OWN_HANDLER = "__error_handler__";
const DEFAULT_HANDLER = "__default_error_handler__";

export type HandlerTask = { name: string; id: string };

/**
 * The tasks that may have handled the error of a task, with the ids that LangGraph gives them: a handler runs in the same
 * superstep, and in the namespace of the task that failed. `step` is the checkpoint's own.
 */
export function handlerTasks(
  failed: { id: string; name: string },
  place: { checkpoint_id: string; checkpoint_ns: string; step: number },
): HandlerTask[] {
  const around = `${place.checkpoint_ns === "" ? "" : `${place.checkpoint_ns}|`}${failed.name}:${failed.id}`;
  return [`${OWN_HANDLER}${failed.name}`, DEFAULT_HANDLER].map((name) => ({
    name,
    id: taskUuid(
      JSON.stringify([`${around}|${name}`, String(place.step + 1), name, "__pregel_push", "node_error_handler", failed.id]),
      place.checkpoint_id,
    ),
  }));
}

/** True for the names that LangGraph gives to error handlers. */
export function isErrorHandler(name: string): boolean {
  return name.startsWith(OWN_HANDLER) || name === DEFAULT_HANDLER;
}

type FailedRow = { task_id: string; value: Buffer | string | null };

function nameIn({ value }: FailedRow): string {
  const name: unknown = JSON.parse(blobText(value));
  return typeof name === "string" ? name : "";
}

/** The nodes that handled errors in the superstep that starts from a checkpoint. Synchronous. */
export function handlersThatRan(store: Store, place: { thread_id: string; checkpoint_id: string; checkpoint_ns: string; step: number }): string[] {
  const at = [place.thread_id, place.checkpoint_ns, place.checkpoint_id];
  // Two columns of the saver's table.
  const failed = store
    .prepare(
      `SELECT task_id, value FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND channel = '__error_source_node__'`,
    )
    .all(...at) as FailedRow[];
  const hasWritten = store.prepare(`SELECT 1 FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ? LIMIT 1`);
  return failed.flatMap((row) =>
    handlerTasks({ id: row.task_id, name: nameIn(row) }, place)
      .filter(({ id }) => hasWritten.get(...at, id) !== undefined)
      .map(({ name }) => name),
  );
}
