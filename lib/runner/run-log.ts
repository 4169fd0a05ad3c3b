import type { Lifecycle, RunEvent } from "../schema/run";
import type { ReplaySession } from "./replay/session";
import { toDisplayJson } from "../store/display";
import type { Store } from "../store/open";
import { appendEvents } from "../store/run-events";
import type { SpanRecorder } from "./trace/recorder";
import type { Redactor } from "./trace/secrets";

/** Events gather at most this long before they are saved and sent, in milliseconds. */
const BATCH_MS = 8;
/** The same in a long loop, whose steps come faster than anyone reads them: each batch costs the loop a pause. */
const LONG_BATCH_MS = 32;

/**
 * A node that blocks the process lets nothing out any more, so what a run is about to do is sent before it does it, for
 * this many steps: more than most workflows have, and few enough to cost a long loop nothing.
 */
const URGENT_STEPS = 50;

/** Events that repeat what the checkpoints or earlier events hold: saved only for runs that ask to be resumable. */
const REPEATING = new Set(["values", "debug", "checkpoints", "messages/partial"]);

export type RunLogOptions = {
  store: Store;
  runId: string;
  /** Spans are saved together with the events. */
  trace: SpanRecorder;
  /** What its calls returned is saved with them too. */
  replay: ReplaySession;
  redactor: Redactor;
  /** Save every event, also those that repeat what is saved anyway. */
  keepAll: boolean;
  /** Called with every batch after it was saved. */
  send: (events: RunEvent[]) => void;
  /** Called once when the log cannot be saved. */
  onFailure: (error: unknown) => void;
};

/** The event log of one run: numbers its events, serialises each once, and saves and sends them in batches. */
export class RunLog {
  readonly #options: RunLogOptions;
  #seq = 0;
  #steps = 0;
  #batch: RunEvent[] = [];
  #timer: NodeJS.Timeout | null = null;
  #flushedAt = 0;
  #failed = false;

  constructor(options: RunLogOptions) {
    this.#options = options;
  }

  /** Adds an event whose data may hold anything. `event` is the SSE name. */
  push(event: string, data: unknown): void {
    this.pushJson(event, toDisplayJson(data));
  }

  /** Adds an event whose data is JSON already. */
  pushJson(event: string, data: unknown): void {
    this.#batch.push({ seq: ++this.#seq, event, data: this.#options.redactor.json(JSON.stringify(data)) });
    this.#flushSoon();
  }

  /** Says that there are spans to save; `urgent` before code runs that may block or end the process, `always` before what cannot be taken back. */
  onSpans(urgent: boolean | "always"): void {
    if (urgent === "always" || (urgent && this.#steps <= URGENT_STEPS)) this.flush();
    else this.#flushSoon();
  }

  #flushSoon(): void {
    // A run that never waits lets no timer fire: the clock is looked at here too.
    const wait = this.#steps > URGENT_STEPS ? LONG_BATCH_MS : BATCH_MS;
    if (performance.now() - this.#flushedAt >= wait) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), wait);
  }

  lifecycle(event: Lifecycle): void {
    this.pushJson("lifecycle", event);
    if (event.type === "checkpoint") this.#steps += 1;
  }

  /** Saves and sends what has gathered. */
  flush(): void {
    const events = this.takeBatch();
    const { trace, replay } = this.#options;
    const spans = trace.takeUnsaved();
    const recordings = replay.takeUnsaved();
    try {
      appendEvents(this.#options.store, this.#options.runId, this.toSave(events), spans, recordings);
    } catch (error) {
      trace.putBack(spans);
      replay.putBack(recordings);
      if (!this.#failed) this.#options.onFailure(error);
      this.#failed = true;
    }
    if (events.length > 0) this.#options.send(events);
  }

  /** Takes the events that have neither been saved nor sent, for a caller that saves and sends them with the run's end. */
  takeBatch(): RunEvent[] {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#flushedAt = performance.now();
    const events = this.#batch;
    this.#batch = [];
    return events;
  }

  /** Those of `events` that belong into the database. */
  toSave(events: readonly RunEvent[]): RunEvent[] {
    return events.filter(({ event }) => this.#options.keepAll || !REPEATING.has(event.split("|")[0] ?? event));
  }
}
