import "server-only";
import { RetrographError } from "../errors";
import type { CheckpointView, TaskView } from "../schema/checkpoint";
import type { Json, JsonObject } from "../schema/json";
import { readCheckpoint, readHistory } from "../store/checkpoints";
import { getApp, type App } from "./app";
import { foldDeltas } from "./fold-deltas";
import { toPlainJson, toPlainObject } from "./plain-json";
import { requireThread } from "./threads";

type CheckpointRef = { thread_id: string; checkpoint_ns: string; checkpoint_id: string; checkpoint_map: null };

export type ThreadTask = {
  id: string;
  name: string;
  path: Json[];
  error: string | null;
  interrupts: { id: string; value: Json }[];
  checkpoint: { thread_id: string; checkpoint_ns: string } | null;
  state: ThreadState | null;
  result: JsonObject | null;
};

/** A checkpoint as the Agent Server API shows it. */
export type ThreadState = {
  values: JsonObject;
  next: string[];
  tasks: ThreadTask[];
  metadata: JsonObject;
  created_at: string | null;
  checkpoint: CheckpointRef | null;
  parent_checkpoint: CheckpointRef | null;
  interrupts: { id: string; value: Json }[];
};

const EMPTY: ThreadState = {
  values: {},
  next: [],
  tasks: [],
  metadata: {},
  created_at: null,
  checkpoint: null,
  parent_checkpoint: null,
  interrupts: [],
};

function refTo(view: CheckpointView, checkpointId: string): CheckpointRef {
  return { thread_id: view.thread_id, checkpoint_ns: view.checkpoint_ns, checkpoint_id: checkpointId, checkpoint_map: null };
}

function toTask(threadId: string, task: TaskView, state: ThreadState | null): ThreadTask {
  return {
    id: task.id,
    name: task.name,
    path: ["__pregel_pull", task.name],
    error: task.error === null ? null : `${task.error.name}: ${task.error.message}`,
    interrupts: task.interrupts.map(({ id, value }) => ({ id, value: toPlainJson(value) })),
    checkpoint: task.checkpoint_ns === null ? null : { thread_id: threadId, checkpoint_ns: task.checkpoint_ns },
    state,
    result: task.result === null ? null : toPlainObject(task.result),
  };
}

/** Turns a checkpoint into the Agent Server's shape, with the states of its subgraphs when asked. */
async function toThreadState(app: App, stored: CheckpointView, subgraphs: boolean): Promise<ThreadState> {
  const [view = stored] = await foldDeltas(app, [stored]);
  const tasks: ThreadTask[] = [];
  for (const task of view.tasks) {
    const inner =
      subgraphs && task.checkpoint_ns !== null
        ? await readCheckpoint(app.store, { thread_id: view.thread_id, checkpoint_ns: task.checkpoint_ns })
        : null;
    tasks.push(toTask(view.thread_id, task, inner === null ? null : await toThreadState(app, inner, true)));
  }
  return {
    values: toPlainObject(view.values),
    next: view.next,
    tasks,
    metadata: { ...view.metadata, thread_id: view.thread_id, ...(view.run_id === null ? {} : { run_id: view.run_id }) },
    created_at: view.created_at,
    checkpoint: refTo(view, view.checkpoint_id),
    parent_checkpoint: view.parent_checkpoint_id === null ? null : refTo(view, view.parent_checkpoint_id),
    interrupts: tasks.flatMap((task) => task.interrupts),
  };
}

/**
 * The thread's state at a checkpoint, or its latest. A thread without checkpoints has an empty state.
 * Throws `thread_not_found`, `checkpoint_not_found`.
 */
export async function getThreadState(
  threadId: string,
  at: { checkpoint_id?: string | null | undefined; checkpoint_ns?: string | null | undefined },
  subgraphs: boolean,
): Promise<ThreadState> {
  const app = await getApp();
  await requireThread(app, threadId);
  const view = await readCheckpoint(app.store, {
    thread_id: threadId,
    ...(at.checkpoint_id == null ? {} : { checkpoint_id: at.checkpoint_id }),
    checkpoint_ns: at.checkpoint_ns ?? "",
  });
  if (view !== null) return toThreadState(app, view, subgraphs);
  if (at.checkpoint_id == null) return EMPTY;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${at.checkpoint_id}.`, { checkpoint_id: at.checkpoint_id });
}

/** Past states, newest first. Throws `thread_not_found`. */
export async function getThreadHistory(
  threadId: string,
  query: { limit: number; before?: string | undefined; checkpoint_ns?: string | undefined; metadata?: JsonObject | undefined },
): Promise<ThreadState[]> {
  const app = await getApp();
  await requireThread(app, threadId);
  const views = await readHistory(app.store, {
    thread_id: threadId,
    checkpoint_ns: query.checkpoint_ns ?? "",
    limit: query.limit,
    ...(query.before === undefined ? {} : { before: query.before }),
    ...(query.metadata === undefined ? {} : { metadata: query.metadata }),
  });
  const folded = await foldDeltas(app, views);
  return Promise.all(folded.map((view) => toThreadState(app, view, false)));
}
