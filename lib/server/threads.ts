import "server-only";
import { v7 as uuid7 } from "uuid";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type { ThreadListQuerySchema } from "../schema/debug-api";
import type { JsonObject } from "../schema/json";
import type { Thread, ThreadSummary } from "../schema/thread";
import { appendAudit, countAudit } from "../store/audit";
import { getThreadSummary as readSummary, listThreadSummaries as readSummaries } from "../store/summaries";
import { createThread as insertThread, deleteThread as deleteStored, getThread, patchThread } from "../store/threads";
import { getApp, type App } from "./app";
import { assistantIdOf } from "./assistants";
import type { Caller } from "./http/handle";
import { NEW_THREAD_TITLE, titleOf } from "./thread-title";
import { requireGraph } from "./workflows";

export function threadNotFound(threadId: string): RetrographError {
  return new RetrographError("thread_not_found", `There is no thread ${threadId}. It may have been deleted.`, { thread_id: threadId });
}

/** A thread. Throws `thread_not_found`. */
export async function requireThread(app: App, threadId: string): Promise<Thread> {
  const thread = await getThread(app.store, threadId);
  if (thread === null) throw threadNotFound(threadId);
  return thread;
}

/** Threads with what their newest run came to, newest activity first. */
export async function listThreadSummaries(query: z.output<typeof ThreadListQuerySchema>): Promise<{ threads: ThreadSummary[]; total: number }> {
  const { store } = await getApp();
  return readSummaries(store, query);
}

/** One thread with what its newest run came to. Throws `thread_not_found`. */
export async function getThreadSummary(threadId: string): Promise<ThreadSummary> {
  const { store } = await getApp();
  const summary = await readSummary(store, threadId);
  if (summary === null) throw threadNotFound(threadId);
  return summary;
}

/** Makes a thread; its workflow is `metadata.graph_id` where there is one. Throws `already_exists`. */
export async function createThread(app: App, threadId: string | null, metadata: JsonObject): Promise<Thread> {
  const graphId = metadata.graph_id;
  return insertThread(app.store, {
    thread_id: threadId ?? uuid7(),
    graph_id: typeof graphId === "string" && graphId !== "" ? graphId : null,
    metadata,
    title: titleOf(metadata, undefined) ?? NEW_THREAD_TITLE,
  });
}

/** Refuses a workflow that does not exist, and another one than the thread already has. */
async function checkAdoption(app: App, threadId: string, graphId: string): Promise<void> {
  await requireGraph(app, graphId);
  const { graph_id: current } = await requireThread(app, threadId);
  if (current === null || current === graphId) return;
  throw new RetrographError("graph_mismatch", `The thread belongs to the workflow ${current} and stays with it.`, { graph_id: current });
}

/** Merges metadata, renames, gives a thread without a workflow its workflow. Throws `thread_not_found`, `graph_not_found`, `graph_mismatch`. */
export async function changeThread(threadId: string, patch: { metadata?: JsonObject; title?: string; graph_id?: string }): Promise<Thread> {
  const app = await getApp();
  const { store, live } = app;
  const { graph_id: graphId } = patch;
  if (graphId !== undefined) await checkAdoption(app, threadId, graphId);
  const metadata = { ...patch.metadata, ...(patch.title === undefined ? {} : { title: patch.title }) };
  const title = titleOf(metadata, undefined);
  const thread = await patchThread(store, threadId, {
    metadata: graphId === undefined ? metadata : { ...metadata, graph_id: graphId, assistant_id: assistantIdOf(graphId) },
    ...(title === null ? {} : { title }),
    ...(graphId === undefined ? {} : { graph_id: graphId }),
  });
  live.publishThread(threadId, thread);
  return thread;
}

/**
 * Deletes a thread with everything that belongs to it, its entries of the audit log too; that somebody did is an entry of
 * its own. Runs that are active are stopped first. Throws `thread_not_found`.
 * @param caller none for a thread that goes by itself when its run ends.
 */
export async function deleteThread(threadId: string, caller: Caller | null = null): Promise<void> {
  const app = await getApp();
  await requireThread(app, threadId);
  await app.scheduler.closeThread(threadId, () =>
    app.threadLock.run(threadId, async () => {
      await Promise.all(app.scheduler.activeIds(threadId).map((runId) => app.scheduler.cancel(runId, "deletion")));
      const entries = countAudit(app.store, threadId);
      await deleteStored(app.store, threadId);
      if (caller !== null && entries > 0) logDeletion(app, threadId, entries, caller);
      app.live.publishThread(threadId, null);
    }),
  );
}

function logDeletion({ store }: App, threadId: string, entries: number, { actor, origin }: Caller): void {
  appendAudit(store, {
    action: "deleted",
    thread_id: null,
    graph_id: null,
    interrupt_id: null,
    run_id: null,
    node: null,
    actor: actor.name,
    verified: actor.verified,
    origin,
    note: `The thread ${threadId}, and with it ${entries} ${entries === 1 ? "entry" : "entries"} of this log.`,
  });
}
