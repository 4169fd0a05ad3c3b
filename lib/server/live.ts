import "server-only";
import type { LiveMessage } from "../schema/live";
import type { Run, RunEvent } from "../schema/run";
import type { Thread } from "../schema/thread";
import { createBoundedBuffer, type BoundedBuffer, type Taken } from "./bounded-buffer";

/** Characters that a slow reader may leave waiting before it has to read from the event log instead. */
const READER_LIMIT = 64 * 1024 * 1024;

export type Subscription<T> = {
  next(timeoutMs: number): Promise<Taken<T>>;
  close(): void;
};

/** Who listens to runs and threads, in this process. */
export type Live = {
  /** A batch of events that the runner has saved. */
  publishEvents(runId: string, threadId: string, events: RunEvent[]): void;
  /** A run's new status; ends its subscriptions when `final`. */
  publishRun(run: Run, final: boolean): void;
  /** Ends the run's subscriptions without a word: it is gone. */
  endRun(runId: string): void;
  /** The thread's rows changed other than by a run; null when it was deleted, which ends its subscriptions. */
  publishThread(threadId: string, thread: Thread | null): void;
  /** Somebody changed what is noted on the thread's checkpoints and branches. */
  publishMarks(threadId: string): void;
  /** To every thread's listeners. */
  publishAll(message: Extract<LiveMessage, { type: "workflow" | "runner" | "breakpoints" }>): void;
  /** A runner has loaded the project's workflows. */
  publishLoaded(): void;
  /** Calls back after each time that the project was loaded. */
  onLoaded(listener: () => void): void;
  /** Calls back after each run's new status and each change of a thread, whichever thread it is. */
  onThreadChanged(listener: () => void): void;
  subscribeRun(runId: string): Subscription<RunEvent>;
  subscribeThread(threadId: string): Subscription<LiveMessage>;
};

type Listeners<T> = Map<string, Set<BoundedBuffer<T>>>;

function subscribe<T>(listeners: Listeners<T>, key: string): Subscription<T> {
  const buffer = createBoundedBuffer<T>(READER_LIMIT);
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(buffer));
  return {
    next: (timeoutMs) => buffer.next(timeoutMs),
    close() {
      set.delete(buffer);
      if (set.size === 0 && listeners.get(key) === set) listeners.delete(key);
      buffer.end();
    },
  };
}

function endAll<T>(listeners: Listeners<T>, key: string): void {
  for (const buffer of listeners.get(key) ?? []) buffer.end();
  listeners.delete(key);
}

function weigh(events: RunEvent[]): number {
  return events.reduce((sum, event) => sum + event.data.length + 64, 0);
}

export function createLive(): Live {
  const runs: Listeners<RunEvent> = new Map();
  const threads: Listeners<LiveMessage> = new Map();
  const loadListeners: (() => void)[] = [];
  const changeListeners: (() => void)[] = [];

  function tellThread(threadId: string, message: LiveMessage, weight: number): void {
    for (const buffer of threads.get(threadId) ?? []) buffer.push(message, weight);
  }

  return {
    publishEvents(runId, threadId, events) {
      for (const buffer of runs.get(runId) ?? []) for (const event of events) buffer.push(event, event.data.length + 64);
      tellThread(threadId, { type: "events", run_id: runId, events }, weigh(events));
    },
    publishRun(run, final) {
      tellThread(run.thread_id, { type: "run", run }, 1024);
      if (final) endAll(runs, run.run_id);
      for (const listener of changeListeners) listener();
    },
    endRun: (runId) => endAll(runs, runId),
    publishThread(threadId, thread) {
      tellThread(threadId, { type: "thread", thread }, 1024);
      if (thread === null) endAll(threads, threadId);
      for (const listener of changeListeners) listener();
    },
    publishMarks: (threadId) => tellThread(threadId, { type: "marks", thread_id: threadId }, 256),
    publishAll(message) {
      for (const threadId of threads.keys()) tellThread(threadId, message, 256);
    },
    publishLoaded() {
      for (const listener of loadListeners) listener();
    },
    onLoaded: (listener) => void loadListeners.push(listener),
    onThreadChanged: (listener) => void changeListeners.push(listener),
    subscribeRun: (runId) => subscribe(runs, runId),
    subscribeThread: (threadId) => subscribe(threads, threadId),
  };
}
