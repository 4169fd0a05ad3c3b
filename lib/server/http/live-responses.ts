import "server-only";
import { getApp, type App } from "../app";
import { streamInbox } from "../inbox/feed";
import { followRun } from "../run-stream";
import { getRun } from "../runs";
import { streamThread } from "../thread-events";
import { requireThread } from "../threads";
import { eventStream, formatRunEvents, lastEventId } from "./sse";

/** Everything that happens on a thread, live. Throws `thread_not_found`. */
export async function threadEvents(threadId: string): Promise<Response> {
  const app = await getApp();
  await requireThread(app, threadId);
  return eventStream(streamThread(app, threadId));
}

async function* asText(app: App, runId: string, after: number): AsyncGenerator<string, void, undefined> {
  for await (const batch of followRun(app, runId, after)) yield formatRunEvents(batch);
}

/** The whole event log of a run, and on from there until it ends. Throws `run_not_found`. */
export async function runEvents(runId: string, request: Request): Promise<Response> {
  const app = await getApp();
  await getRun(runId);
  return eventStream(asText(app, runId, lastEventId(request) ?? 0));
}

/** What happens to the requests of all threads, live. */
export async function inboxEvents(): Promise<Response> {
  return eventStream(streamInbox());
}
