import "server-only";
import { RetrographError } from "../errors";
import type { CheckpointView, TaskView } from "../schema/checkpoint";
import type { Json, JsonObject } from "../schema/json";
import { historyPages, readCheckpoint } from "../store/checkpoints";
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

/** A checkpoint, whose delta channels are folded, in the Agent Server's shape; `inner` has the states of its subgraphs by task. */
function toThreadState(view: CheckpointView, inner: ReadonlyMap<string, ThreadState> = NO_STATES): ThreadState {
  const tasks = view.tasks.map((task) => toTask(view.thread_id, task, inner.get(task.id) ?? null));
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

const NO_STATES: ReadonlyMap<string, ThreadState> = new Map<string, ThreadState>();

/** A checkpoint in the Agent Server's shape, with the states of its subgraphs when asked. */
async function readThreadState(app: App, stored: CheckpointView, subgraphs: boolean): Promise<ThreadState> {
  const [view = stored] = await foldDeltas(app, [stored]);
  const inner = new Map<string, ThreadState>();
  for (const task of subgraphs ? view.tasks : []) {
    if (task.checkpoint_ns === null) continue;
    const state = await readCheckpoint(app.store, { thread_id: view.thread_id, checkpoint_ns: task.checkpoint_ns });
    if (state !== null) inner.set(task.id, await readThreadState(app, state, true));
  }
  return toThreadState(view, inner);
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
  if (view !== null) return readThreadState(app, view, subgraphs);
  if (at.checkpoint_id == null) return EMPTY;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${at.checkpoint_id}.`, { checkpoint_id: at.checkpoint_id });
}

/**
 * Past states, newest first, as the JSON text of one list in pieces: a thousand states of a megabyte are never in memory
 * together. Throws `thread_not_found` before the first piece.
 */
export async function* threadHistoryText(
  threadId: string,
  query: { limit: number; before?: string | undefined; checkpoint_ns?: string | undefined; metadata?: JsonObject | undefined },
): AsyncGenerator<string, void, undefined> {
  const app = await getApp();
  await requireThread(app, threadId);
  const pages = historyPages(app.store, {
    thread_id: threadId,
    checkpoint_ns: query.checkpoint_ns ?? "",
    limit: query.limit,
    ...(query.before === undefined ? {} : { before: query.before }),
    ...(query.metadata === undefined ? {} : { metadata: query.metadata }),
  });
  let before = "[";
  for await (const page of pages) {
    const states = (await foldDeltas(app, page)).map((view) => JSON.stringify(toThreadState(view)));
    if (states.length === 0) continue;
    yield `${before}${states.join(",")}`;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
