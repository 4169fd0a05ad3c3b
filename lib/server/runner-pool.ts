import "server-only";
import { RetrographError } from "../errors";
import type { RunnerExit } from "../runner/spawn";
import type { Workflow } from "../schema/graph";
import type { RunnerMessage } from "../schema/ipc";
import type { RunSpec } from "../schema/run";
import { watchProject, type ProjectWatcher } from "./project-watcher";
import { startRunner, type Runner, type RunnerAsk } from "./runner-handle";
import type { ServerSettings } from "./settings";

const PING_MS = 1000;
const UNRESPONSIVE_MS = 3000;
/** How long it may take until a written file is noticed. */
const NOTICED_MS = 1500;
/** How long new work waits for changed files to be loaded. */
const SETTLED_MS = 20_000;
const BACK_OFF_MS = [0, 250, 1000, 4000, 10_000];
/** A runner that lived this long did not fail to start. */
const HEALTHY_MS = 10_000;

/** Why a run ended without the runner saying so. */
export type RunLoss = { kind: "cancelled" } | { kind: "crashed"; exit: RunnerExit };

export type PoolListener = {
  onEvents(message: Extract<RunnerMessage, { type: "events" }>): void;
  onFinished(runId: string): void;
  onUnsaved(message: Extract<RunnerMessage, { type: "unsaved" }>): void;
  onLost(runId: string, loss: RunLoss): void;
  /** Ids of the workflows that were added, removed, changed, or failed to load. */
  onWorkflowsChanged(graphIds: string[]): void;
  onResponsive(responsive: boolean, message: string): void;
  /** A runner has loaded the project, changed or not. */
  onLoaded(): void;
};

/** The project as a runner has loaded it. `hashes` are those of its files' texts, by path relative to the project. */
export type KnownProject = { workflows: ReadonlyMap<string, Workflow>; hashes: Readonly<Record<string, string>> };

/** Owns the processes that execute workflows: one that takes new work, and old ones that finish theirs. */
export type RunnerPool = {
  /** The project's workflows, failed ones with their error; waits for the first runner. */
  workflows(): Promise<ReadonlyMap<string, Workflow>>;
  /** What the last runner that was ready has loaded, without waiting: also while none lives. Null before the first. */
  known(): KnownProject | null;
  /** Version of LangGraph in the project, once a runner has been ready. */
  langgraphVersion(): string | null;
  ask(request: RunnerAsk, signal?: AbortSignal): Promise<unknown>;
  /** Says that a file of a workflow was written just now: `settled` waits until what watches the files has noticed. */
  expectChange(): void;
  /** Resolves when changed files have been loaded, or could not be; after twenty seconds in any case. */
  settled(): Promise<void>;
  /** Hands the run to the current runner and answers its process id. Throws `runner_crashed` when none can be started. */
  execute(spec: RunSpec, onDispatch: (pid: number) => void): Promise<number>;
  /** Asks the run to stop; kills its process when it has not within `RETROGRAPH_CANCEL_MS`. False for an unknown run. */
  cancel(runId: string, by: string): boolean;
  /** Asks the run to stop at its next superstep; nothing happens for an unknown run. */
  pause(runId: string, by: string): void;
  pids(): number[];
  close(): Promise<void>;
};

class Pool implements RunnerPool {
  readonly #settings: ServerSettings;
  readonly #listener: PoolListener;
  readonly #runners = new Set<Runner>();
  #current: Runner | null = null;
  #next: Promise<Runner>;
  #failedStarts = 0;
  #replacing = false;
  #replaceAgain = false;
  /** Until when a change that was announced is waited for, in milliseconds of the clock. */
  #expectedUntil = 0;
  #closed = false;
  #version: string | null = null;
  #known: KnownProject | null = null;
  #watcher: ProjectWatcher;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(settings: ServerSettings, listener: PoolListener) {
    this.#settings = settings;
    this.#listener = listener;
    this.#watcher = watchProject(settings.RETROGRAPH_PROJECT, () => this.#onFilesChanged());
    this.#next = this.#start();
    this.#heartbeat = setInterval(() => this.#checkHeartbeats(), PING_MS);
    this.#heartbeat.unref();
  }

  async workflows(): Promise<ReadonlyMap<string, Workflow>> {
    return (await this.#ready()).workflows;
  }

  known(): KnownProject | null {
    return this.#known;
  }

  langgraphVersion(): string | null {
    return this.#version;
  }

  async ask(request: RunnerAsk, signal?: AbortSignal): Promise<unknown> {
    return (await this.#ready()).ask(request, signal);
  }

  async execute(spec: RunSpec, onDispatch: (pid: number) => void): Promise<number> {
    const runner = await this.#ready();
    onDispatch(runner.pid);
    runner.execute(spec);
    return runner.pid;
  }

  expectChange(): void {
    this.#expectedUntil = Date.now() + NOTICED_MS;
  }

  async settled(): Promise<void> {
    const until = Date.now() + SETTLED_MS;
    while (!this.#closed && (this.#replacing || Date.now() < this.#expectedUntil) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  cancel(runId: string, by: string): boolean {
    const runner = [...this.#runners].find((candidate) => candidate.runs.has(runId));
    if (runner === undefined) return false;
    runner.cancel(runId, by);
    setTimeout(() => {
      if (!runner.runs.has(runId) || !runner.alive) return;
      runner.killedFor.add(runId);
      runner.kill();
    }, this.#settings.RETROGRAPH_CANCEL_MS);
    return true;
  }

  pause(runId: string, by: string): void {
    [...this.#runners].find((candidate) => candidate.runs.has(runId))?.pause(runId, by);
  }

  pids(): number[] {
    return [...this.#runners].map((runner) => runner.pid);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#watcher.close();
    for (const runner of this.#runners) runner.kill();
  }

  /** The runner that takes new work, started if there is none. */
  async #ready(): Promise<Runner> {
    for (;;) {
      if (this.#closed) throw shuttingDown();
      if (this.#current !== null && this.#current.alive) return this.#current;
      const runner = await this.#next;
      if (runner.alive) return runner;
    }
  }

  /** Starts runners until one is ready. Rejects after the first failure, but goes on trying in the background. */
  async #startCurrent(): Promise<Runner> {
    const delay = BACK_OFF_MS[Math.min(this.#failedStarts, BACK_OFF_MS.length - 1)] ?? 0;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (this.#closed) throw shuttingDown();
    try {
      const runner = await this.#startOne();
      this.#promote(runner);
      return runner;
    } catch (error) {
      this.#failedStarts += 1;
      this.#restart();
      throw error;
    }
  }

  #start(): Promise<Runner> {
    const next = this.#startCurrent();
    next.catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
    return next;
  }

  #restart(): void {
    if (!this.#closed) this.#next = this.#start();
  }

  /** A new process with the project loaded. */
  async #startOne(): Promise<Runner> {
    const startedAt = Date.now();
    const runner: Runner = startRunner(this.#settings, {
      onRunMessage: (message) => this.#onRunMessage(runner, message),
      onExit: (exit) => this.#onExit(runner, exit, Date.now() - startedAt),
    });
    this.#runners.add(runner);
    const ready = await runner.ready;
    this.#version = ready.langgraph_version;
    this.#watcher.follow(ready.files);
    return runner;
  }

  #promote(runner: Runner): void {
    const before = this.#current;
    this.#current = runner;
    this.#next = Promise.resolve(runner);
    this.#known = { workflows: runner.workflows, hashes: runner.hashes };
    const changed = changedWorkflows(before?.workflows ?? new Map(), runner.workflows);
    if (before !== null && changed.length > 0) this.#listener.onWorkflowsChanged(changed);
    this.#listener.onLoaded();
    if (before !== null && before !== runner && before.alive) before.drain();
  }

  #onRunMessage(runner: Runner, message: Extract<RunnerMessage, { type: "events" | "finished" | "unsaved" }>): void {
    if (message.type === "events") return this.#listener.onEvents(message);
    runner.runs.delete(message.run_id);
    if (message.type === "finished") this.#listener.onFinished(message.run_id);
    else this.#listener.onUnsaved(message);
  }

  #onExit(runner: Runner, exit: RunnerExit, livedMs: number): void {
    this.#runners.delete(runner);
    const wasCurrent = this.#current === runner;
    if (wasCurrent) {
      this.#current = null;
      this.#failedStarts = livedMs >= HEALTHY_MS || runner.runs.size > 0 ? 0 : this.#failedStarts + 1;
      this.#restart();
    }
    const lost = [...runner.runs.keys()];
    runner.runs.clear();
    const told = this.#closed ? { ...exit, reason: "Retrograph was stopped" } : exit;
    for (const runId of lost) this.#listener.onLost(runId, lossOf(runner, runId, told));
    if (!runner.responsive) this.#listener.onResponsive(true, "A new runner has taken over.");
  }

  #onFilesChanged(): void {
    this.#expectedUntil = 0;
    if (this.#replacing) {
      this.#replaceAgain = true;
      return;
    }
    this.#replacing = true;
    void this.#replace().finally(() => {
      this.#replacing = false;
      if (!this.#replaceAgain) return;
      this.#replaceAgain = false;
      this.#onFilesChanged();
    });
  }

  /** Puts a fresh runner in the place of the current one, which stays if the fresh one cannot start. */
  async #replace(): Promise<void> {
    if (this.#closed) return;
    try {
      const runner = await this.#startOne();
      this.#failedStarts = 0;
      this.#promote(runner);
    } catch (error) {
      console.error("The changed workflows could not be loaded, the old ones stay:", error instanceof Error ? error.message : error);
    }
  }

  #checkHeartbeats(): void {
    for (const runner of this.#runners) {
      if (!runner.alive) continue;
      const silentMs = runner.pingedAt === null ? 0 : Date.now() - runner.pingedAt;
      if (runner.pingedAt === null) {
        if (!runner.responsive) this.#onAnswersAgain(runner);
        void runner.ready.then(
          () => runner.alive && runner.pingedAt === null && runner.ping(),
          () => undefined,
        );
      } else if (silentMs > UNRESPONSIVE_MS && runner.responsive) this.#onSilent(runner);
    }
  }

  #onAnswersAgain(runner: Runner): void {
    runner.responsive = true;
    this.#listener.onResponsive(true, "The runner answers again.");
  }

  /** New work goes to a fresh runner; the silent one keeps its runs until they end or are stopped, and is killed where it has none. */
  #onSilent(runner: Runner): void {
    runner.responsive = false;
    this.#listener.onResponsive(false, "A node keeps its process busy: it does not answer. Stop the run to end it.");
    if (this.#current === runner) {
      this.#current = null;
      runner.drain();
      this.#restart();
    }
    // Without a run there is nobody who could stop it: a router or reducer that was only asked spins, and nothing is lost.
    if (runner.runs.size === 0) runner.kill();
  }
}

function shuttingDown(): RetrographError {
  return new RetrographError("runner_crashed", "Retrograph is shutting down.");
}

function lossOf(runner: Runner, runId: string, exit: RunnerExit): RunLoss {
  if (runner.killedFor.has(runId)) return { kind: "cancelled" };
  if (runner.killedFor.size === 0) return { kind: "crashed", exit };
  return { kind: "crashed", exit: { ...exit, reason: "its process was killed to stop another run that did not answer" } };
}

function fingerprint(workflow: Workflow): string {
  return workflow.status === "loaded" ? workflow.description.revision : JSON.stringify(workflow.error);
}

/** Ids of workflows that differ between two loads. */
export function changedWorkflows(before: ReadonlyMap<string, Workflow>, after: ReadonlyMap<string, Workflow>): string[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => {
    const [old, now] = [before.get(id), after.get(id)];
    return old === undefined || now === undefined || fingerprint(old) !== fingerprint(now);
  });
}

/** Starts the first runner at once and keeps one ready from then on. */
export function createRunnerPool(settings: ServerSettings, listener: PoolListener): RunnerPool {
  return new Pool(settings, listener);
}
