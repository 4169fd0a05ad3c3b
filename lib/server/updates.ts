import "server-only";
import { v7 as uuid7 } from "uuid";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type { StateUpdateBody, ThreadCreateBody } from "../schema/agent-server";
import { ForkResultSchema, PreviewResultSchema, type ForkBody, type ForkResult, type PreviewBody, type PreviewResult } from "../schema/debug-api";
import type { GotoSchema } from "../schema/run";
import type { StateUpdate } from "../schema/ipc";
import { JsonObjectSchema, type Json, type JsonObject } from "../schema/json";
import { KEEP_NEXT } from "../schema/keep-next";
import type { Thread, ThreadStatus } from "../schema/thread";
import { copyBranch } from "../store/copy-branch";
import { adoptInterrupts } from "../store/interrupts";
import { createThread as insertThread, deleteThread, setThreadStatus } from "../store/threads";
import { latestEntry, readEntry } from "../store/timeline";
import { getApp, type App } from "./app";
import { assistantIdOf } from "./assistants";
import { refuseUnknownChannels } from "./known-channels";
import { requireThread } from "./threads";
import { requireGraph } from "./workflows";

const WrittenSchema = ForkResultSchema.pick({ checkpoint_id: true, checkpoint_ns: true });
type CheckpointPlace = { checkpoint_id: string; checkpoint_ns: string };
type Place = CheckpointPlace | { checkpoint_id: null; checkpoint_ns: string };

/** LangGraph's name for "make a sibling of this checkpoint". */
const COPY = "__copy__";

/** Throws `thread_busy` while a run of the thread waits or runs. */
export async function assertIdle(app: App, threadId: string): Promise<void> {
  await app.scheduler.settled(threadId);
  const active = app.scheduler.activeIds(threadId);
  if (active.length === 0) return;
  throw new RetrographError("thread_busy", "The thread is running. Wait for the run to end, or stop it, before you change its state.", {
    thread_id: threadId,
    run_ids: active,
  });
}

/** The workflow of a thread. Throws `invalid_request` for a thread without one, `graph_not_found`, `graph_failed`. */
export async function graphOf(app: App, thread: Thread): Promise<string> {
  if (thread.graph_id === null) {
    throw new RetrographError("invalid_request", `The thread ${thread.thread_id} belongs to no workflow yet: run one on it first.`, {
      field: "graph_id",
    });
  }
  return (await requireGraph(app, thread.graph_id)).graph_id;
}

/** Throws `checkpoint_not_found`. */
export async function requirePlace(app: App, threadId: string, place: Place): Promise<void> {
  if (place.checkpoint_id === null || (await readEntry(app.store, threadId, place.checkpoint_ns, place.checkpoint_id)) !== null) return;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${place.checkpoint_id}.`, { checkpoint_id: place.checkpoint_id });
}

/** The status that a thread has while nothing runs on it. */
export async function statusNow(app: App, threadId: string): Promise<ThreadStatus> {
  const entry = await latestEntry(app.store, threadId, "");
  return entry !== null && entry.next.length > 0 ? "interrupted" : "idle";
}

/** The values of an edit that leaves what is next; null for any other update. */
function keptEdit(updates: StateUpdate[]): JsonObject | null {
  const [only, ...rest] = updates;
  return only?.as_node === KEEP_NEXT && rest.length === 0 ? JsonObjectSchema.parse(only.values ?? {}) : null;
}

/** Lets the runner write, then tells everybody who looks at the thread. The caller holds the thread's lock. */
async function writeState(app: App, thread: Thread, place: Place, supersteps: StateUpdate[][]): Promise<z.output<typeof WrittenSchema>> {
  const threadId = thread.thread_id;
  await assertIdle(app, threadId);
  await requirePlace(app, threadId, place);
  const graphId = await graphOf(app, thread);
  const to = { graph_id: graphId, thread_id: threadId, checkpoint: place };
  const kept = supersteps.length === 1 ? keptEdit(supersteps[0] ?? []) : null;
  const reply = await app.pool.ask(
    kept === null ? { type: "update_state", ...to, supersteps } : { type: "change_next", ...to, change: { kind: "edit", values: kept } },
  );
  const written = WrittenSchema.parse(reply);
  await setThreadStatus(app.store, threadId, await statusNow(app, threadId));
  app.live.publishThread(threadId, await requireThread(app, threadId));
  return written;
}

/**
 * Makes a sibling of a checkpoint, from which everything that came after it can go another way; gives its id. Throws
 * `thread_not_found`, `thread_busy`, `checkpoint_not_found`.
 */
export async function copyCheckpoint(app: App, threadId: string, checkpointId: string): Promise<string> {
  return app.threadLock.run(threadId, async () => {
    const thread = await requireThread(app, threadId);
    const place = { checkpoint_id: checkpointId, checkpoint_ns: "" };
    return (await writeState(app, thread, place, [[{ values: null, as_node: COPY }]])).checkpoint_id;
  });
}

/** Writes values on top of a checkpoint (the latest by default), as if `as_node` had. Throws `thread_busy`, `checkpoint_not_found`. */
export async function updateThreadState(threadId: string, body: StateUpdateBody): Promise<ForkResult> {
  const app = await getApp();
  const place = { checkpoint_id: body.checkpoint_id ?? body.checkpoint?.checkpoint_id ?? null, checkpoint_ns: body.checkpoint?.checkpoint_ns ?? "" };
  const update: StateUpdate = { values: body.values ?? null, as_node: body.as_node ?? null };
  return app.threadLock.run(threadId, async () => {
    const thread = await requireThread(app, threadId);
    return { thread_id: threadId, ...(await writeState(app, thread, place, [[update]])) };
  });
}

/** Seeds a new thread with the supersteps that `POST /threads` may carry. */
export async function applySupersteps(threadId: string, supersteps: NonNullable<ThreadCreateBody["supersteps"]>): Promise<void> {
  const app = await getApp();
  const steps = supersteps.map(({ updates }) =>
    updates.map((update): StateUpdate => {
      const command = update.command == null ? null : { ...update.command, goto: toGoto(update.command.goto) };
      return { values: update.values ?? null, as_node: update.as_node, command };
    }),
  );
  await app.threadLock.run(threadId, async () => {
    const thread = await requireThread(app, threadId);
    await writeState(app, thread, { checkpoint_id: null, checkpoint_ns: "" }, steps);
  });
}

function toGoto(value: z.output<typeof GotoSchema> | null | undefined): z.output<typeof GotoSchema> | undefined {
  return value ?? undefined;
}

/** Makes a thread with the history up to a checkpoint, and lets `write` change it; nothing is left of it when that fails. */
async function onNewThread(app: App, source: Thread, place: CheckpointPlace, write: (thread: Thread) => Promise<ForkResult>): Promise<ForkResult> {
  const graphId = await graphOf(app, source);
  const forkedFrom = { thread_id: source.thread_id, checkpoint_id: place.checkpoint_id };
  const thread = await insertThread(app.store, {
    thread_id: uuid7(),
    graph_id: graphId,
    metadata: { graph_id: graphId, assistant_id: assistantIdOf(graphId), forked_from: forkedFrom },
    title: `${source.title} (fork)`.slice(0, 80),
  });
  try {
    const copied = await copyBranch(app.store, { from: source.thread_id, to: thread.thread_id, ...place });
    if (copied === 0) {
      const text = "It is not known which step of the workflow this state of a subgraph belongs to: fork from the workflow's own checkpoint.";
      throw new RetrographError("invalid_request", text, { field: "checkpoint_ns" });
    }
    return await write(thread);
  } catch (error) {
    await deleteThread(app.store, thread.thread_id);
    throw error;
  }
}

/**
 * Forks at a checkpoint: without values a copy of it beside it, with values an update on top of it; with `new_thread`
 * on a thread of its own that has the history up to there. Throws `thread_busy`, `checkpoint_not_found`.
 */
export async function forkThread(threadId: string, body: ForkBody): Promise<ForkResult> {
  const app = await getApp();
  return app.threadLock.run(threadId, async () => {
    const source = await requireThread(app, threadId);
    const place: CheckpointPlace = { checkpoint_id: body.checkpoint_id, checkpoint_ns: body.checkpoint_ns };
    await requirePlace(app, threadId, place);
    if (body.values !== undefined) await refuseUnknownChannels(app, await graphOf(app, source), body.checkpoint_ns, body.values);
    const update: StateUpdate = body.values === undefined ? { values: null, as_node: COPY } : { values: body.values, as_node: body.as_node ?? null };
    const write = async (thread: Thread) => ({ thread_id: thread.thread_id, ...(await writeState(app, thread, place, [[update]])) });
    if (!body.new_thread) return write(source);
    return onNewThread(app, source, place, async (thread) => {
      if (body.values !== undefined) return write(thread);
      await setThreadStatus(app.store, thread.thread_id, await statusNow(app, thread.thread_id));
      // What the original asks there is asked on the copy too.
      await adoptInterrupts(app.store, thread.thread_id);
      return { thread_id: thread.thread_id, ...place };
    });
  });
}

/** What the reducers would make of an edit, and what would run next; nothing is saved. */
export async function previewUpdate(threadId: string, body: PreviewBody): Promise<PreviewResult> {
  const app = await getApp();
  const thread = await requireThread(app, threadId);
  const place: Place = { checkpoint_id: body.checkpoint_id, checkpoint_ns: body.checkpoint_ns };
  await requirePlace(app, threadId, place);
  const graphId = await graphOf(app, thread);
  await refuseUnknownChannels(app, graphId, body.checkpoint_ns, body.values);
  const values: Json = body.values;
  const reply = await app.pool.ask({
    type: "preview_update",
    graph_id: graphId,
    thread_id: threadId,
    checkpoint: place,
    values,
    as_node: body.as_node ?? null,
  });
  return PreviewResultSchema.parse(reply);
}
