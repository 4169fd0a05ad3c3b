import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunCreateBody } from "../../schema/agent-server";
import type { Json } from "../../schema/json";
import type { StreamMode } from "../../schema/run";
import { toApiRun } from "../api-run";
import { runLocations, streamApiRun } from "../api-run-stream";
import { getApp } from "../app";
import { getRun, joinRun, requestCancel, startApiRun } from "../runs";
import type { Caller } from "./handle";
import { eventStream, lastEventId, textStream } from "./sse";

/** White space keeps a waiting connection open; JSON may start with it. */
const KEEP_ALIVE_MS = 1000;

function cancelQuietly(runId: string): void {
  requestCancel(runId).catch((error: unknown) => console.warn(`Run ${runId} could not be stopped:`, error));
}

/** Starts a run and answers it at once. */
export async function createInBackground(threadId: string | null, body: RunCreateBody, caller: Caller): Promise<Response> {
  const { run, events } = await startApiRun(threadId, body, caller);
  events.close();
  const headers = { "content-location": runLocations(run, threadId === null)["content-location"], "cache-control": "no-store" };
  return Response.json(toApiRun(run), { headers });
}

/** Starts a run and streams it. */
export async function createAndStream(threadId: string | null, body: RunCreateBody, caller: Caller): Promise<Response> {
  const app = await getApp();
  const { run, events } = await startApiRun(threadId, body, caller);
  return eventStream(streamApiRun(app, run.run_id, { after: 0, modes: body.stream_mode ?? ["values"], fresh: events }), {
    headers: runLocations(run, threadId === null),
    onGone: () => {
      if (body.on_disconnect === "cancel") cancelQuietly(run.run_id);
    },
  });
}

async function* jsonWhenDone(result: Promise<Json>): AsyncGenerator<string, void, undefined> {
  const settled = result.then(
    (value) => JSON.stringify(value),
    (error: unknown) => JSON.stringify({ __error__: { error: "Error", message: error instanceof Error ? error.message : String(error) } }),
  );
  for (;;) {
    const text = await Promise.race([settled, sleep(KEEP_ALIVE_MS, null)]);
    if (text !== null) {
      yield text;
      return;
    }
    yield "\n";
  }
}

function waitFor(result: Promise<Json>, headers: Record<string, string>, onGone: () => void): Response {
  return new Response(textStream(jsonWhenDone(result), onGone), {
    headers: { "content-type": "application/json", "cache-control": "no-store, no-transform", ...headers },
  });
}

/** Starts a run and answers what it came to. */
export async function createAndWait(threadId: string | null, body: RunCreateBody, caller: Caller): Promise<Response> {
  const { run, events, result } = await startApiRun(threadId, body, caller);
  events.close();
  return waitFor(result, runLocations(run, threadId === null), () => {
    if (body.on_disconnect === "cancel") cancelQuietly(run.run_id);
  });
}

/** Waits for a run that was started before and answers what it came to. Throws `run_not_found`. */
export async function joinAndWait(threadId: string, runId: string, cancelOnDisconnect: boolean): Promise<Response> {
  const { result } = await joinRun(threadId, runId);
  return waitFor(result, {}, () => {
    if (cancelOnDisconnect) cancelQuietly(runId);
  });
}

/**
 * Streams a run that was started before: with `Last-Event-ID` from the event after it, without from the first one that
 * was kept. Throws `run_not_found`.
 */
export async function joinStream(join: {
  threadId?: string;
  runId: string;
  query: { stream_mode?: StreamMode[] | undefined; cancel_on_disconnect: boolean };
  request: Request;
}): Promise<Response> {
  const app = await getApp();
  const run = await getRun(join.runId, join.threadId);
  const text = streamApiRun(app, run.run_id, { after: lastEventId(join.request) ?? 0, modes: join.query.stream_mode ?? null });
  return eventStream(text, {
    headers: runLocations(run, join.threadId === undefined),
    onGone: () => {
      if (join.query.cancel_on_disconnect) cancelQuietly(run.run_id);
    },
  });
}
