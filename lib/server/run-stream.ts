import "server-only";
import type { RunEvent } from "../schema/run";
import { readEvents } from "../store/run-events";
import { getRun } from "../store/runs";
import type { App } from "./app";
import { isTerminal } from "./end-run";
import type { Subscription } from "./live";

/** How long a stream may be silent before it says that it is still there. */
export const HEARTBEAT_MS = 5000;
const PAGE = 500;

/**
 * A run's events with `seq > after`, in order and each once: first from the event log, then live until the run ends.
 * An empty batch means that nothing happened for a while. A subscription made before the run was started saves reading
 * the log. Events that are not kept (`values` of a run that is not resumable) are only seen live.
 */
export async function* followRun(
  app: App,
  runId: string,
  after: number,
  fresh?: Subscription<RunEvent>,
): AsyncGenerator<RunEvent[], void, undefined> {
  const subscription = fresh ?? app.live.subscribeRun(runId);
  let last = after;
  const unseen = (events: RunEvent[]): RunEvent[] => {
    const news = events.filter((event) => event.seq > last);
    last = news.at(-1)?.seq ?? last;
    return news;
  };
  async function* fromLog(): AsyncGenerator<RunEvent[], void, undefined> {
    for (;;) {
      const events = unseen(await readEvents(app.store, runId, { after: last, limit: PAGE }));
      if (events.length > 0) yield events;
      if (events.length < PAGE) return;
    }
  }
  try {
    if (fresh === undefined) {
      const wasActive = app.scheduler.isActive(runId);
      const run = await getRun(app.store, runId);
      yield* fromLog();
      // An active run of the database that this process does not know will never say more.
      if (run === null || isTerminal(run.state) || !wasActive) return;
    }
    for (;;) {
      const taken = await subscription.next(HEARTBEAT_MS);
      if (taken.kind === "end") return;
      if (taken.kind === "timeout") yield [];
      else if (taken.kind === "overflow") yield* fromLog();
      else {
        const events = unseen(taken.items);
        if (events.length > 0) yield events;
      }
    }
  } finally {
    subscription.close();
  }
}
