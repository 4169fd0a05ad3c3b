import type { Interrupt } from "../schema/thread";
import { askingPlace } from "./inbox-place";
import type { Store } from "./open";
import { parseJson } from "./rows";

type ResumeRow = { checkpoint_ns: string; checkpoint_id: string; idx: number; value: string };

/** Answers that a task was given, in the order of its questions; LangGraph keeps them in one write. */
const OF_TASK = `
  SELECT checkpoint_ns, checkpoint_id, idx, CAST(value AS TEXT) AS value FROM writes
  WHERE thread_id = ? AND task_id = ? AND channel = '__resume__'`;

function answeredBefore(store: Store, asked: Interrupt): number {
  const count: unknown = store
    .prepare(
      `SELECT count(*) FROM interrupts WHERE thread_id = @thread_id AND checkpoint_id = @checkpoint_id AND task_id = @task_id
         AND interrupt_id <> @interrupt_id AND status = 'answered' AND asked_at < @asked_at`,
    )
    .pluck()
    .get({
      thread_id: asked.thread_id,
      checkpoint_id: asked.checkpoint_id,
      task_id: asked.task_id,
      interrupt_id: asked.interrupt_id,
      asked_at: asked.asked_at,
    });
  return Number(count);
}

/** How many of the answers stay: those to earlier questions of the task. */
function keptCount(store: Store, asked: Interrupt, list: readonly unknown[], isInside: boolean): number {
  if (!isInside) return Math.min(list.length, answeredBefore(store, asked));
  // Of a task in a subgraph it is not known which question was its first: the last answer goes if it is this one.
  const isLast = list.length > 0 && JSON.stringify(list.at(-1)) === JSON.stringify(asked.answer);
  return isLast ? list.length - 1 : list.length;
}

/**
 * Takes an answer out of LangGraph's own rows as well. LangGraph writes it down as soon as the run begins and would give it to
 * the node whenever that runs again, also when nobody has answered anew. Part of the caller's transaction. Synchronous.
 */
export function forgetAnswer(store: Store, asked: Interrupt): void {
  const { thread_id, interrupt_id } = asked;
  store.prepare(`DELETE FROM writes WHERE thread_id = ? AND task_id = ? AND channel = '__resume__'`).run(thread_id, interrupt_id);
  const taskIds = askingPlace(store, asked).task_ids;
  const taskId = taskIds.at(-1);
  if (taskId === undefined) return;
  // Exactly these columns.
  for (const row of store.prepare(OF_TASK).all(thread_id, taskId) as ResumeRow[]) {
    const list = parseJson(row.value);
    if (!Array.isArray(list)) continue;
    const kept = list.slice(0, keptCount(store, asked, list, taskIds.length > 1));
    const place = [thread_id, row.checkpoint_ns, row.checkpoint_id, taskId, row.idx];
    const where = `thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ? AND idx = ?`;
    if (kept.length === 0) store.prepare(`DELETE FROM writes WHERE ${where}`).run(...place);
    else if (kept.length < list.length) {
      store.prepare(`UPDATE writes SET value = ? WHERE ${where}`).run(Buffer.from(JSON.stringify(kept)), ...place);
    }
  }
}
