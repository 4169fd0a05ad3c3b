import "server-only";
import { v7 as uuid7 } from "uuid";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type { ThreadCountSchema, ThreadSearchSchema } from "../schema/agent-server";
import type { ThreadListQuerySchema } from "../schema/debug-api";
import type { Json, JsonObject } from "../schema/json";
import type { Thread, ThreadSummary } from "../schema/thread";
import { readCheckpoint } from "../store/checkpoints";
import { countThreads as countStored, createThread as insertThread, getThread, patchThread, searchThreads as searchStored } from "../store/threads";
import { deleteThread as deleteStored } from "../store/threads";
import { getThreadSummary as readSummary, listThreadSummaries as readSummaries } from "../store/thread-summaries";
import { getApp, type App } from "./app";
import { NEW_THREAD_TITLE, titleOf } from "./thread-title";

/** A thread as the Agent Server API shows it. `values` and `interrupts` are those of its latest checkpoint. */
export type ApiThread = {
  thread_id: string;
  created_at: string;
  updated_at: string;
  metadata: JsonObject;
  status: Thread["status"];
  config: JsonObject;
  values?: JsonObject | null;
  interrupts?: Record<string, { id: string; value: Json }[]>;
};

/** Throws `thread_not_found`. */
export async function requireThread(app: App, threadId: string): Promise<Thread> {
  const thread = await getThread(app.store, threadId);
  if (thread !== null) return thread;
  throw new RetrographError("thread_not_found", `There is no thread ${threadId}. It may have been deleted.`, { thread_id: threadId });
}

async function latestOf(app: App, threadId: string): Promise<Pick<ApiThread, "values" | "interrupts">> {
  try {
    const view = await readCheckpoint(app.store, { thread_id: threadId });
    const asking = (view?.tasks ?? []).filter((task) => task.interrupts.length > 0);
    return { values: view?.values ?? null, interrupts: Object.fromEntries(asking.map((task) => [task.id, task.interrupts])) };
  } catch (error) {
    // A damaged checkpoint must not hide the thread from lists; reading its state says what is wrong.
    console.warn(`The latest checkpoint of thread ${threadId} cannot be read:`, error);
    return { values: null, interrupts: {} };
  }
}

/** The thread in the Agent Server's shape, with only the selected keys when there is a selection. */
export async function toApiThread(app: App, thread: Thread, select?: readonly string[] | null): Promise<Partial<ApiThread>> {
  const { thread_id, created_at, updated_at, metadata, status, config } = thread;
  const needsState = select == null || select.includes("values") || select.includes("interrupts");
  const full: ApiThread = { thread_id, created_at, updated_at, metadata, status, config, ...(needsState ? await latestOf(app, thread_id) : {}) };
  if (select == null) return full;
  return Object.fromEntries(Object.entries(full).filter(([key]) => key === "thread_id" || select.includes(key)));
}

/** Threads with what their newest run came to, newest activity first. */
export async function listThreadSummaries(query: z.output<typeof ThreadListQuerySchema>): Promise<{ threads: ThreadSummary[]; total: number }> {
  const { store } = await getApp();
  return readSummaries(store, query);
}

/** One thread with what its newest run came to, or null. */
export async function getThreadSummary(threadId: string): Promise<ThreadSummary | null> {
  const { store } = await getApp();
  return readSummary(store, threadId);
}

export type NewThread = {
  thread_id?: string | null | undefined;
  metadata?: JsonObject | null | undefined;
  if_exists?: "raise" | "do_nothing" | null | undefined;
};

/** Makes a thread. Throws `already_exists` unless `if_exists` is `do_nothing`. */
export async function createThread(body: NewThread): Promise<Thread> {
  const { store } = await getApp();
  const threadId = body.thread_id ?? uuid7();
  const metadata = body.metadata ?? {};
  const existing = body.if_exists === "do_nothing" ? await getThread(store, threadId) : null;
  if (existing !== null) return existing;
  const graphId = metadata.graph_id;
  return insertThread(store, {
    thread_id: threadId,
    graph_id: typeof graphId === "string" && graphId !== "" ? graphId : null,
    metadata,
    title: titleOf(metadata, undefined) ?? NEW_THREAD_TITLE,
  });
}

/** Merges metadata and renames. Throws `thread_not_found`. */
export async function changeThread(threadId: string, patch: { metadata?: JsonObject | undefined; title?: string | undefined }): Promise<Thread> {
  const { store, live } = await getApp();
  const metadata = { ...patch.metadata, ...(patch.title === undefined ? {} : { title: patch.title }) };
  const title = titleOf(metadata, undefined);
  const thread = await patchThread(store, threadId, { metadata, ...(title === null ? {} : { title }) });
  live.publishThread(threadId, thread);
  return thread;
}

/** Deletes a thread with everything that belongs to it; runs that are active are stopped first. Throws `thread_not_found`. */
export async function deleteThread(threadId: string): Promise<void> {
  const app = await getApp();
  await requireThread(app, threadId);
  await app.scheduler.closeThread(threadId, () =>
    app.threadLock.run(threadId, async () => {
      await Promise.all(app.scheduler.activeIds(threadId).map((runId) => app.scheduler.cancel(runId, "deletion")));
      await deleteStored(app.store, threadId);
      app.live.publishThread(threadId, null);
    }),
  );
}

/** Threads by filter, with how many match in all. */
export async function searchThreads(body: z.output<typeof ThreadSearchSchema>): Promise<{ threads: Partial<ApiThread>[]; total: number }> {
  const app = await getApp();
  const { threads, total } = await searchStored(app.store, {
    ...toFilter(body),
    ...(body.ids == null ? {} : { ids: body.ids }),
    limit: body.limit,
    offset: body.offset,
    sort_by: body.sort_by ?? "updated_at",
    sort_order: body.sort_order ?? "desc",
  });
  return { threads: await Promise.all(threads.map((thread) => toApiThread(app, thread, body.select))), total };
}

function toFilter(body: z.output<typeof ThreadCountSchema>) {
  return {
    ...(body.metadata == null ? {} : { metadata: body.metadata }),
    ...(body.values == null ? {} : { values: body.values }),
    ...(body.status == null ? {} : { status: body.status }),
  };
}

export async function countThreads(body: z.output<typeof ThreadCountSchema>): Promise<number> {
  const { store } = await getApp();
  return countStored(store, toFilter(body));
}
