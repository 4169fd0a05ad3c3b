import type { Json } from "../schema/json";
import { storedToDisplayJson } from "./display";
import { readRow } from "./index-rows";
import type { Store } from "./open";
import type { PathEntry } from "./path";
import { handlerTasks, isErrorHandler } from "./error-handlers";
import { pendingTasks } from "./pending-tasks";
import { blobText, parseCheckpoint } from "./raw-checkpoint";
import type { WritesTable } from "./tables";
import { taskUuid } from "./task-uuid";

type Place = { thread_id: string; checkpoint_ns: string };

/** What one task of a step wrote to a channel. `node` is null for a task that is none of the step's nodes as far as its rows tell. */
export type TaskWrites = { task_id: string; node: string | null; values: Json[] };

type Row = Pick<WritesTable, "task_id" | "type" | "value">;

/** In the writes of a checkpoint also stand those of updates that were made on top of it, under an id of their own. */
const WRITES = `
  SELECT task_id, type, value FROM writes
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND channel = ? AND idx >= 0 ORDER BY task_id, idx`;

/** The value of a write, or null where it cannot be read. */
function toValue(row: Row): { value: Json } | null {
  if (row.type !== null && row.type !== "json") return null;
  try {
    return { value: storedToDisplayJson(JSON.parse(blobText(row.value))) };
  } catch {
    return null;
  }
}

/** Which task comes when: nodes that an edge led to by name, then the instances of `Send` in the order in which they were sent. */
type Task = { node: string; order: string };

function pulled(node: string): Task {
  return { node, order: `0 ${node}` };
}

function sent(node: string, index: number): Task {
  return { node, order: `1 ${String(index).padStart(10, "0")}` };
}

/**
 * The tasks that ids belong to. LangGraph makes the id of a task from the checkpoint and from why it runs, so it is
 * enough to try the names; only what waited for several nodes has to be looked up in the checkpoint.
 */
function tasksById(store: Store, place: Place, entry: PathEntry, ids: readonly string[]): Map<string, Task> {
  const parent = entry.parent_checkpoint_id;
  const found = new Map<string, Task>();
  if (parent === null) return found;
  const names = [...new Set(entry.nodes)];
  const idOf = (node: string, ...why: unknown[]) => {
    const inner = place.checkpoint_ns === "" ? node : `${place.checkpoint_ns}|${node}`;
    return taskUuid(JSON.stringify([inner, String(entry.step), node, ...why]), parent);
  };
  const wanted = new Set(ids);
  const handlers = new Set(names.filter(isErrorHandler));
  const offer = (id: string, task: Task) => {
    if (wanted.delete(id)) found.set(id, task);
    if (handlers.size === 0) return;
    // What a handler of the task's error would be called, should it have failed.
    for (const handler of handlerTasks({ id, name: task.node }, { ...place, checkpoint_id: parent, step: entry.step - 1 })) {
      if (handlers.has(handler.name) && wanted.delete(handler.id)) found.set(handler.id, pulled(handler.name));
    }
  };
  for (const node of names) offer(idOf(node, "__pregel_pull", [`branch:to:${node}`]), pulled(node));
  for (let index = 0; wanted.size > 0 && index < entry.nodes.length; index += 1) {
    for (const node of names) offer(idOf(node, "__pregel_push", String(index)), sent(node, index));
  }
  if (wanted.size === 0) return found;
  const row = readRow(store, place, parent);
  if (row === null) return found;
  try {
    const tasks = pendingTasks(parseCheckpoint(row), { ...place, step: entry.step - 1 });
    let packets = 0;
    for (const { name, ids: candidates, kind } of tasks) {
      const task = kind === "push" ? sent(name, packets++) : pulled(name);
      for (const id of candidates) offer(id, task);
    }
  } catch {
    // The checkpoint is damaged: its tasks stay without a name.
  }
  return found;
}

/**
 * What the tasks of the step that led to a checkpoint wrote to a channel, in the order in which its reducer saw it; null
 * where the rows do not tell: for inputs and updates, and where a write is damaged. Synchronous.
 */
export function readStepWrites(store: Store, place: Place, entry: PathEntry, channel: string): TaskWrites[] | null {
  if (entry.source !== "loop" || entry.parent_checkpoint_id === null) return null;
  // Exactly the columns of the query.
  const rows = store.prepare(WRITES).all(place.thread_id, place.checkpoint_ns, entry.parent_checkpoint_id, channel) as Row[];
  if (rows.length === 0) return null;
  const tasks = tasksById(store, place, entry, [...new Set(rows.map((row) => row.task_id))]);
  const byTask = new Map<string, TaskWrites>();
  for (const row of rows) {
    const task = tasks.get(row.task_id);
    if (task === undefined) continue;
    const read = toValue(row);
    if (read === null) return null;
    const known = byTask.get(row.task_id);
    if (known === undefined) byTask.set(row.task_id, { task_id: row.task_id, node: task.node, values: [read.value] });
    else known.values.push(read.value);
  }
  const orderOf = ({ task_id }: TaskWrites) => tasks.get(task_id)?.order ?? "";
  return byTask.size === 0 ? null : [...byTask.values()].sort((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1));
}
