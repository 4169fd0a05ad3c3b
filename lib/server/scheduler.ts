import "server-only";
import { RetrographError, isRetrographError } from "../errors";
import type { Run, RunSpec } from "../schema/run";
import type { Store } from "../store/open";
import { getRun, markRunning, type TerminalRunState } from "../store/runs";
import { lastSeq } from "../store/run-events";
import { isTerminal, RunEnds, unsavedState } from "./end-run";
import type { Live } from "./live";
import type { PoolListener, RunnerPool, RunLoss } from "./runner-pool";

const MAX_WAITING = 1000;

export type Submission = {
  spec: RunSpec;
  delayMs: number;
  /** Called when the run never reached a runner, before its end is told. */
  onNotStarted?: () => Promise<void>;
  /** Called when the run's end is saved, before it is told. */
  onSaved?: (run: Run) => Promise<void>;
};

/** Decides which run goes to a runner when: one at a time per thread, in order. */
export type Scheduler = {
  pool: RunnerPool;
  ends: RunEnds;
  /** Takes a run that is in the database as `pending`. */
  submit(submission: Submission): void;
  /** Throws `thread_not_found` while the thread is being deleted, `too_many_requests` when too many runs wait. */
  assertOpen(threadId: string): void;
  isActive(runId: string): boolean;
  /** Runs that have not ended, oldest first. */
  allActiveIds(): string[];
  /** Workflows whose runs have not ended. */
  activeGraphIds(): string[];
  /** Runs of a thread that have not ended, oldest first. */
  activeIds(threadId: string): string[];
  /** Stops a run, waiting or running; settles when its end is saved. False when it is not active. */
  cancel(runId: string, by: string): Promise<boolean>;
  /** Asks a run to stop at its next superstep, one that waits as soon as it has begun. Nothing happens when it is not active. */
  pause(runId: string, by: string): void;
  /** Settles when the run has ended; at once when it is not active. */
  ended(runId: string): Promise<void>;
  /** Settles when what follows runs of the thread that are saved as ended is done: they are active until then. */
  settled(threadId: string): Promise<void>;
  /** Settles when no run is active any more. */
  allEnded(): Promise<void>;
  /** Refuses new runs of the thread while `action` runs. */
  closeThread<T>(threadId: string, action: () => Promise<T>): Promise<T>;
};

type Entry = Submission & {
  phase: "delayed" | "queued" | "starting" | "running";
  cancelledBy: string | null;
  pausedBy: string | null;
  /** It was lost with its process before it began, and handed out once more. */
  again: boolean;
  timer: NodeJS.Timeout | null;
  ended: Promise<void>;
  resolveEnded: () => void;
};

class RunScheduler implements Scheduler {
  readonly pool: RunnerPool;
  readonly ends: RunEnds;
  readonly #store: Store;
  readonly #live: Live;
  readonly #entries = new Map<string, Entry>();
  #closing = false;
  readonly #closedThreads = new Set<string>();

  constructor(store: Store, live: Live, createPool: (listener: PoolListener) => RunnerPool) {
    this.#store = store;
    this.#live = live;
    this.ends = new RunEnds(store, live);
    this.pool = createPool({
      onEvents: (message) => live.publishEvents(message.run_id, message.thread_id, message.events),
      onFinished: (runId) => void this.#settle(runId),
      onUnsaved: (message) => void this.ends.end(message.run_id, unsavedState(message)).then(() => this.#settle(message.run_id)),
      onLost: (runId, loss) => void this.#onLost(runId, loss),
      onWorkflowsChanged: (graphIds) => graphIds.forEach((graphId) => live.publishAll({ type: "workflow", graph_id: graphId })),
      onResponsive: (responsive, message) => live.publishAll({ type: "runner", responsive, message }),
      onLoaded: () => live.publishLoaded(),
    });
  }

  submit(submission: Submission): void {
    const { thread_id: threadId, run_id: runId } = submission.spec;
    this.assertOpen(threadId);
    let resolveEnded = () => undefined as void;
    const ended = new Promise<void>((resolve) => (resolveEnded = resolve));
    const entry: Entry = { ...submission, phase: "queued", cancelledBy: null, pausedBy: null, again: false, timer: null, ended, resolveEnded };
    this.#entries.set(runId, entry);
    if (submission.delayMs > 0) {
      entry.phase = "delayed";
      entry.timer = setTimeout(() => {
        entry.phase = "queued";
        this.#advance(threadId);
      }, submission.delayMs);
    }
    this.#advance(threadId);
  }

  assertOpen(threadId: string): void {
    if (this.#closedThreads.has(threadId)) throw new RetrographError("thread_not_found", "The thread is being deleted.", { thread_id: threadId });
    if (this.#entries.size >= MAX_WAITING) {
      throw new RetrographError("too_many_requests", `${MAX_WAITING} runs are waiting or running. Try again when some have ended.`);
    }
  }

  isActive(runId: string): boolean {
    return this.#entries.has(runId);
  }

  allActiveIds(): string[] {
    return [...this.#entries.keys()];
  }

  activeGraphIds(): string[] {
    return [...new Set([...this.#entries.values()].map((entry) => entry.spec.graph_id))];
  }

  activeIds(threadId: string): string[] {
    return [...this.#entries.values()].filter((entry) => entry.spec.thread_id === threadId).map((entry) => entry.spec.run_id);
  }

  async cancel(runId: string, by: string): Promise<boolean> {
    const entry = this.#entries.get(runId);
    if (entry === undefined) return false;
    if (entry.cancelledBy === null) {
      entry.cancelledBy = by;
      if (entry.phase === "running") this.pool.cancel(runId, by);
      else if (entry.phase !== "starting") await this.#abandon(entry, { status: "cancelled", by });
    }
    await entry.ended;
    return true;
  }

  pause(runId: string, by: string): void {
    const entry = this.#entries.get(runId);
    if (entry === undefined) return;
    entry.pausedBy ??= by;
    if (entry.phase === "running") this.pool.pause(runId, by);
  }

  async ended(runId: string): Promise<void> {
    await this.#entries.get(runId)?.ended;
  }

  async settled(threadId: string): Promise<void> {
    for (const entry of [...this.#entries.values()].filter(({ spec }) => spec.thread_id === threadId)) {
      const run = await getRun(this.#store, entry.spec.run_id);
      if (run !== null && isTerminal(run.state)) await entry.ended;
    }
  }

  async allEnded(): Promise<void> {
    this.#closing = true;
    this.ends.stop();
    await Promise.all([...this.#entries.values()].map((entry) => entry.ended));
  }

  async closeThread<T>(threadId: string, action: () => Promise<T>): Promise<T> {
    if (this.#closedThreads.has(threadId)) throw new RetrographError("thread_not_found", "The thread is being deleted.", { thread_id: threadId });
    this.#closedThreads.add(threadId);
    try {
      return await action();
    } finally {
      this.#closedThreads.delete(threadId);
    }
  }

  /** Starts the thread's oldest waiting run if none is active. */
  #advance(threadId: string): void {
    const entries = [...this.#entries.values()].filter((entry) => entry.spec.thread_id === threadId);
    if (entries.some((entry) => entry.phase === "starting" || entry.phase === "running")) return;
    const next = entries.find((entry) => entry.phase === "queued");
    if (next !== undefined) void this.#start(next);
  }

  async #start(entry: Entry): Promise<void> {
    entry.phase = "starting";
    const { run_id: runId, thread_id: threadId } = entry.spec;
    try {
      await this.pool.execute(entry.spec, (pid) => {
        if (entry.cancelledBy !== null) throw new RetrographError("run_not_found", "The run was cancelled before it started.");
        const run = markRunning(this.#store, runId, pid);
        entry.phase = "running";
        this.#live.publishRun(run, false);
      });
      if (entry.pausedBy !== null) this.pool.pause(runId, entry.pausedBy);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!isRetrographError(error)) console.error(`Run ${runId} of thread ${threadId} could not be started:`, error);
      await this.#abandon(
        entry,
        entry.cancelledBy === null
          ? { status: "crashed", exit_code: null, signal: null, message, running: [] }
          : { status: "cancelled", by: entry.cancelledBy },
      );
    }
  }

  /** Ends a run that no runner has taken. */
  async #abandon(entry: Entry, state: TerminalRunState): Promise<void> {
    if (entry.timer !== null) clearTimeout(entry.timer);
    await entry.onNotStarted?.().catch((error: unknown) => console.error("Could not release what the run had claimed:", error));
    await this.ends.end(entry.spec.run_id, state);
    await this.#settle(entry.spec.run_id);
  }

  async #onLost(runId: string, loss: RunLoss): Promise<void> {
    const entry = this.#entries.get(runId);
    if (entry !== undefined && this.#canStartAgain(entry, loss)) {
      entry.again = true;
      return this.#start(entry);
    }
    const state = lossState(loss, entry?.cancelledBy ?? null);
    await this.ends.end(runId, state);
    await this.#settle(runId);
  }

  /** A run that said nothing before its process died had not begun: another process can take it. */
  #canStartAgain(entry: Entry, loss: RunLoss): boolean {
    if (entry.again || entry.cancelledBy !== null || loss.kind === "cancelled" || this.#closing) return false;
    return lastSeq(this.#store, entry.spec.run_id) === 0;
  }

  /** The run's end is saved: tell it, and let the next one of its thread start. */
  async #settle(runId: string): Promise<void> {
    const entry = this.#entries.get(runId);
    if (entry === undefined) return;
    let run: Run | null = null;
    try {
      run = await getRun(this.#store, runId);
    } catch (error) {
      console.error(`The end of run ${runId} could not be read:`, error);
    }
    if (run !== null) await entry.onSaved?.(run).catch((error: unknown) => console.error(`What follows run ${runId} failed:`, error));
    this.#entries.delete(runId);
    if (run !== null && isTerminal(run.state)) this.#live.publishRun(run, true);
    else this.#live.endRun(runId);
    entry.resolveEnded();
    this.#advance(entry.spec.thread_id);
  }
}

function lossState(loss: RunLoss, cancelledBy: string | null): TerminalRunState {
  if (loss.kind === "cancelled") return { status: "cancelled", by: cancelledBy ?? "unknown" };
  const { exit_code, signal, reason } = loss.exit;
  return { status: "crashed", exit_code, signal, message: `The process that ran it ended: ${reason}.`, running: [] };
}

/** A scheduler with its pool, whose first runner starts at once. */
export function createScheduler(store: Store, live: Live, createPool: (listener: PoolListener) => RunnerPool): Scheduler {
  return new RunScheduler(store, live, createPool);
}
