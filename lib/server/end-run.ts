import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunnerMessage } from "../schema/ipc";
import { LifecycleSchema, RunStateSchema, type Lifecycle, type Run, type RunEvent, type RunState } from "../schema/run";
import type { ThreadStatus } from "../schema/thread";
import { statusFromRows } from "../store/adopt";
import { readCheckpoint } from "../store/checkpoints";
import type { Store } from "../store/open";
import { lastSeq, readEvents } from "../store/run-events";
import { finishRun, getRun, type TerminalRunState } from "../store/runs";
import { latestEntry } from "../store/timeline";
import type { Live } from "./live";

/** Waits between attempts to save a run's end while the database is locked or the disk is full. */
const SAVE_AGAIN_MS = [100, 500, 2000, 5000];

export function isTerminal(state: RunState): state is TerminalRunState {
  return state.status !== "pending" && state.status !== "running";
}

function parseLifecycle(event: RunEvent): Lifecycle | null {
  if (event.event !== "lifecycle") return null;
  const parsed = LifecycleSchema.safeParse(JSON.parse(event.data));
  return parsed.success ? parsed.data : null;
}

/** Nodes that a run's event log shows as started and not finished. */
function openNodes(events: RunEvent[]): string[] {
  const open = new Map<string, string>();
  for (const event of events) {
    const lifecycle = parseLifecycle(event);
    if (lifecycle?.type === "task_started") open.set(lifecycle.task_id, lifecycle.node);
    if (lifecycle?.type === "task_finished") open.delete(lifecycle.task_id);
  }
  return [...new Set(open.values())];
}

/**
 * Nodes that were at work when a run's process died: the unfinished tasks of its newest checkpoint, because the last
 * events may have died with the process; the event log's open nodes when it wrote no checkpoint.
 */
async function runningNodes(store: Store, run: Run): Promise<string[]> {
  const head = await latestEntry(store, run.thread_id, "");
  if (head?.run_id !== run.run_id) return openNodes(await readEvents(store, run.run_id, { after: 0 }));
  try {
    const view = await readCheckpoint(store, { thread_id: run.thread_id, checkpoint_id: head.checkpoint_id });
    return (view?.tasks ?? []).filter((task) => task.status === "pending").map((task) => task.name);
  } catch {
    // The checkpoint may be what killed the process; its index entry is readable all the same.
    return head.next;
  }
}

/** What the stream of a run still has to say when its process could not say it. */
function closingEvents(runId: string, state: TerminalRunState, seq: number): RunEvent[] {
  const finished: Lifecycle = { type: "run_finished", run_id: runId, state, at: new Date().toISOString() };
  const events: RunEvent[] = [];
  if (state.status === "crashed") {
    events.push({ seq: seq + 1, event: "error", data: JSON.stringify({ error: "RunnerCrashed", message: state.message }) });
  }
  if (state.status === "error") {
    events.push({ seq: seq + 1, event: "error", data: JSON.stringify({ error: state.error.name, message: state.error.message }) });
  }
  return [...events, { seq: seq + events.length + 1, event: "lifecycle", data: JSON.stringify(finished) }];
}

/** A run that ended badly leaves its thread waiting if a task still asks for something. */
function threadStatusAfter(store: Store, threadId: string, state: TerminalRunState): ThreadStatus {
  if (state.status === "success") return "idle";
  if (state.status === "interrupted") return "interrupted";
  const fromRows = statusFromRows(store, threadId);
  return state.status === "cancelled" || fromRows === "interrupted" ? fromRows : "error";
}

type PreparedEnd = { run: Run; events: RunEvent[]; save: () => void };

async function prepare(store: Store, runId: string, state: TerminalRunState): Promise<PreparedEnd | null> {
  const run = await getRun(store, runId);
  if (run === null || isTerminal(run.state)) return null;
  const full: TerminalRunState = state.status === "crashed" ? { ...state, running: await runningNodes(store, run) } : state;
  const events = closingEvents(runId, full, lastSeq(store, runId));
  const threadStatus = threadStatusAfter(store, run.thread_id, full);
  const save = () => void finishRun(store, { run_id: runId, state: full, events, thread_status: threadStatus });
  return { run: { ...run, state: full }, events, save };
}

/** Ends runs whose processes did not: saves the status with the reason and the last events of the stream. */
export class RunEnds {
  readonly #store: Store;
  readonly #live: Live;
  readonly #unsaved = new Map<string, Run>();
  readonly #stopped = new AbortController();

  constructor(store: Store, live: Live) {
    this.#store = store;
    this.#live = live;
  }

  /**
   * Settles when the end is saved. While the database refuses (disk full, locked) it is told to listeners at once and
   * saved as soon as there is room; what is unsaved when the server stops is put right when it starts next.
   */
  async end(runId: string, state: TerminalRunState): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const isSaved = await this.#tryToEnd(runId, state);
      if (isSaved || this.#stopped.signal.aborted) return;
      const wait = SAVE_AGAIN_MS[Math.min(attempt, SAVE_AGAIN_MS.length - 1)];
      await sleep(wait, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => undefined);
    }
  }

  async #tryToEnd(runId: string, state: TerminalRunState): Promise<boolean> {
    let prepared: PreparedEnd | null = null;
    try {
      prepared = await prepare(this.#store, runId, state);
      prepared?.save();
      if (prepared !== null && !this.#unsaved.delete(runId)) this.#live.publishEvents(runId, prepared.run.thread_id, prepared.events);
      return true;
    } catch (error) {
      if (prepared !== null && !this.#unsaved.has(runId)) {
        console.error(`The end of run ${runId} cannot be saved yet:`, error instanceof Error ? error.message : error);
        this.#unsaved.set(runId, prepared.run);
        this.#live.publishEvents(runId, prepared.run.thread_id, prepared.events);
        this.#live.publishRun(prepared.run, true);
      }
      return false;
    }
  }

  /** The run as it is, also where the database could not be told of its end yet. */
  current(run: Run): Run {
    const unsaved = this.#unsaved.get(run.run_id);
    return unsaved === undefined || isTerminal(run.state) ? run : { ...run, state: unsaved.state };
  }

  /** Gives up what cannot be saved. */
  stop(): void {
    this.#stopped.abort();
  }
}

/** How a run ended that its runner could not save. */
export function unsavedState(message: Extract<RunnerMessage, { type: "unsaved" }>): TerminalRunState {
  const parsed = RunStateSchema.safeParse(message.state);
  if (parsed.success && isTerminal(parsed.data)) return parsed.data;
  return {
    status: "error",
    error: { name: message.error.code, message: message.error.message, stack: null, node: null, task_id: null, hint: null },
  };
}
