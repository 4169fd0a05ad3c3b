import "server-only";
import type { z } from "zod";
import type { ThreadCountSchema, ThreadCreateBody, ThreadSearchBody } from "../schema/agent-server";
import type { Json, JsonObject } from "../schema/json";
import type { Thread } from "../schema/thread";
import { readCheckpoint } from "../store/checkpoints";
import { countThreads as countStored, getThread, searchThreads as searchStored } from "../store/threads";
import { getApp, type App } from "./app";
import { toPlainJson, toPlainObject } from "./plain-json";
import { changeThread, createThread, requireThread } from "./threads";
import { applySupersteps } from "./updates";

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

async function latestOf(app: App, threadId: string): Promise<Pick<ApiThread, "values" | "interrupts">> {
  try {
    const view = await readCheckpoint(app.store, { thread_id: threadId });
    const asking = (view?.tasks ?? []).filter((task) => task.interrupts.length > 0);
    const interrupts = asking.map((task) => [task.id, task.interrupts.map(({ id, value }) => ({ id, value: toPlainJson(value) }))] as const);
    return { values: view === null ? null : toPlainObject(view.values), interrupts: Object.fromEntries(interrupts) };
  } catch (error) {
    // A damaged checkpoint must not hide the thread from lists; reading its state says what is wrong.
    console.warn(`The latest checkpoint of thread ${threadId} cannot be read:`, error);
    return { values: null, interrupts: {} };
  }
}

async function toApiThread(app: App, thread: Thread, select?: readonly string[] | null): Promise<Partial<ApiThread>> {
  const { thread_id, created_at, updated_at, metadata, status, config } = thread;
  const needsState = select == null || select.includes("values") || select.includes("interrupts");
  const full: ApiThread = { thread_id, created_at, updated_at, metadata, status, config, ...(needsState ? await latestOf(app, thread_id) : {}) };
  if (select == null) return full;
  return Object.fromEntries(Object.entries(full).filter(([key]) => key === "thread_id" || select.includes(key)));
}

/** Makes a thread, with the states that the body seeds it with. Throws `already_exists` unless `if_exists` is `do_nothing`. */
export async function createApiThread(body: ThreadCreateBody): Promise<Partial<ApiThread>> {
  const app = await getApp();
  const existing = body.if_exists === "do_nothing" && body.thread_id != null ? await getThread(app.store, body.thread_id) : null;
  if (existing !== null) return toApiThread(app, existing);
  const thread = await createThread(app, body.thread_id ?? null, body.metadata ?? {});
  if (body.supersteps != null && body.supersteps.length > 0) await applySupersteps(thread.thread_id, body.supersteps);
  return getApiThread(thread.thread_id);
}

/** Throws `thread_not_found`. */
export async function getApiThread(threadId: string): Promise<Partial<ApiThread>> {
  const app = await getApp();
  return toApiThread(app, await requireThread(app, threadId));
}

/** Merges metadata. Throws `thread_not_found`. */
export async function patchApiThread(threadId: string, metadata: JsonObject): Promise<Partial<ApiThread>> {
  const app = await getApp();
  return toApiThread(app, await changeThread(threadId, { metadata }));
}

function toFilter(body: z.output<typeof ThreadCountSchema>) {
  return {
    ...(body.metadata == null ? {} : { metadata: body.metadata }),
    ...(body.values == null ? {} : { values: body.values }),
    ...(body.status == null ? {} : { status: body.status }),
  };
}

/** Threads by filter, with how many match in all. */
export async function searchThreads(body: ThreadSearchBody): Promise<{ threads: Partial<ApiThread>[]; total: number }> {
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

/** How many threads match. */
export async function countThreads(body: z.output<typeof ThreadCountSchema>): Promise<number> {
  const { store } = await getApp();
  return countStored(store, toFilter(body));
}
