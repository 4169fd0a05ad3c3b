import "server-only";
import type { LiveMessage } from "../schema/live";
import { readEvents } from "../store/run-events";
import { activeRuns } from "../store/runs";
import { getThread } from "../store/threads";
import type { App } from "./app";
import { formatEvent } from "./http/sse";
import { HEARTBEAT_MS } from "./run-stream";

function toText(message: LiveMessage): string {
  return formatEvent({ event: message.type, data: JSON.stringify(message) });
}

/** Where the thread stands: the thread, its active runs, and what these have said so far. */
async function* snapshot(app: App, threadId: string): AsyncGenerator<string, void, undefined> {
  const thread = await getThread(app.store, threadId);
  if (thread === null) {
    yield toText({ type: "thread", thread: null });
    return;
  }
  const runs = (await activeRuns(app.store)).filter((run) => run.thread_id === threadId);
  yield toText({ type: "hello", thread, active_runs: runs });
  for (const run of runs) {
    const events = await readEvents(app.store, run.run_id, { after: 0 });
    if (events.length > 0) yield toText({ type: "events", run_id: run.run_id, events });
  }
}

/**
 * Everything that happens on a thread, as text of an event stream: first where it stands, then live. A reader that is too
 * slow gets a fresh `hello` in place of what it missed. An empty text where nothing happened for a while.
 */
export async function* streamThread(app: App, threadId: string): AsyncGenerator<string, void, undefined> {
  const subscription = app.live.subscribeThread(threadId);
  try {
    yield* snapshot(app, threadId);
    for (;;) {
      const taken = await subscription.next(HEARTBEAT_MS);
      if (taken.kind === "end") return;
      if (taken.kind === "timeout") yield "";
      else if (taken.kind === "overflow") yield* snapshot(app, threadId);
      else yield taken.items.map(toText).join("");
    }
  } finally {
    subscription.close();
  }
}
