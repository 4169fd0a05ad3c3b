import type { RunEvent } from "../schema/run";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";
import { saveRecordings, type Recording } from "./recordings";
import { saveSpans, type SpanRecord } from "./spans";

const INSERT_EVENT = `INSERT OR IGNORE INTO run_events (run_id, seq, event, data) VALUES (?, ?, ?, ?)`;

/** Inserts without a transaction of its own, for callers that have one. */
export function insertEvents(store: Store, runId: string, events: readonly RunEvent[]): void {
  const insert = store.prepare(INSERT_EVENT);
  for (const { seq, event, data } of events) insert.run(runId, seq, event, data);
}

/**
 * Appends a batch of events, what is known of the run's spans and what its calls returned in one transaction. A `seq` that is there already is left
 * as it is, so a retry is harmless. Synchronous.
 */
export function appendEvents(
  store: Store,
  runId: string,
  events: readonly RunEvent[],
  spans: readonly SpanRecord[] = [],
  recordings: readonly Recording[] = [],
): void {
  if (events.length + spans.length + recordings.length === 0) return;
  withStorageErrors(() => {
    store.atOnce(() => {
      insertEvents(store, runId, events);
      saveSpans(store, spans);
      saveRecordings(store, recordings);
    });
  });
}

/** Events of a run with `seq > after`, in order; all of them without a limit. */
export function readEvents(store: Store, runId: string, options: { after: number; limit?: number }): Promise<RunEvent[]> {
  return withStorageErrorsAsync(async () => {
    let query = store.db.selectFrom("run_events").select(["seq", "event", "data"]).where("run_id", "=", runId).where("seq", ">", options.after);
    if (options.limit !== undefined) query = query.limit(options.limit);
    return await query.orderBy("seq").execute();
  });
}

/** The newest event's number, 0 when there is none. Synchronous. */
export function lastSeq(store: Store, runId: string): number {
  return withStorageErrors(() => Number(store.prepare(`SELECT coalesce(max(seq), 0) AS seq FROM run_events WHERE run_id = ?`).pluck().get(runId)));
}
