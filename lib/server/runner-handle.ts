import "server-only";
import { RetrographError } from "../errors";
import { spawnRunner, type RunnerExit, type RunnerProcess } from "../runner/spawn";
import type { Workflow } from "../schema/graph";
import type { RunnerMessage, RunnerRequest } from "../schema/ipc";
import type { RunSpec } from "../schema/run";
import type { ServerSettings } from "./settings";

const REPLY_MS = 60_000;

type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;
/** A request without the number that pairs it with its reply. */
export type RunnerAsk = WithoutId<RunnerRequest>;

export type RunnerReady = Extract<RunnerMessage, { type: "ready" }>;

/** What a runner tells its pool. */
export type RunnerListener = {
  onRunMessage(message: Extract<RunnerMessage, { type: "events" | "finished" | "unsaved" }>): void;
  onExit(exit: RunnerExit): void;
};

/** One child process that executes workflows, with its open requests and running runs. */
export type Runner = {
  readonly pid: number;
  /** Settles when the project is loaded, or rejects when the process ends before that. */
  readonly ready: Promise<RunnerReady>;
  /** Known once `ready`. */
  workflows: ReadonlyMap<string, Workflow>;
  /** SHA-256 of the texts that it loaded, by path relative to the project; known once `ready`. */
  hashes: Readonly<Record<string, string>>;
  /** Runs that it executes now. */
  readonly runs: Map<string, RunSpec>;
  /** When the unanswered ping was sent, in milliseconds; null when none is out. */
  pingedAt: number | null;
  responsive: boolean;
  alive: boolean;
  /** Runs that a person stopped by having this process killed. */
  readonly killedFor: Set<string>;
  /** Rejects when `signal` says that nobody waits for the answer any more; the process may end its work on it then. */
  ask(request: RunnerAsk, signal?: AbortSignal): Promise<unknown>;
  execute(spec: RunSpec): void;
  cancel(runId: string, by: string): void;
  pause(runId: string, by: string): void;
  ping(): void;
  drain(): void;
  kill(): void;
};

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

function exitError(exit: RunnerExit): RetrographError {
  return new RetrographError("runner_crashed", `The process that runs the workflows ended: ${exit.reason}.`, {
    exit_code: exit.exit_code,
    signal: exit.signal,
    output: exit.stderr_tail,
  });
}

/** The replies that are still to come, each paired with its request by number. */
function createReplies(child: RunnerProcess) {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;

  function take(id: number): Waiting | undefined {
    const entry = waiting.get(id);
    waiting.delete(id);
    clearTimeout(entry?.timer);
    return entry;
  }

  return {
    ask(request: RunnerAsk, signal?: AbortSignal): Promise<unknown> {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        const forget = () => {
          if (take(id) === undefined) return;
          child.send({ type: "forget", id });
          reject(new RetrographError("invalid_request", "Whoever asked is gone."));
        };
        if (signal?.aborted === true) return reject(new RetrographError("invalid_request", "Whoever asked is gone."));
        signal?.addEventListener("abort", forget, { once: true });
        const timer = setTimeout(() => {
          take(id);
          reject(
            new RetrographError(
              "runner_unresponsive",
              "The process that runs the workflows does not answer. Stop the run that keeps it busy, then try again.",
            ),
          );
        }, REPLY_MS);
        timer.unref();
        waiting.set(id, { resolve, reject, timer });
        child.send({ ...request, id });
      });
    },
    settle(message: Extract<RunnerMessage, { type: "reply" }>): void {
      const entry = take(message.id);
      if (message.outcome.ok) entry?.resolve(message.outcome.result);
      else entry?.reject(RetrographError.fromPayload(message.outcome.error));
    },
    failAll(error: Error): void {
      for (const id of [...waiting.keys()]) take(id)?.reject(error);
    },
  };
}

/** Starts a runner for the opened project. */
export function startRunner(settings: ServerSettings, listener: RunnerListener): Runner {
  const child = spawnRunner({
    projectDir: settings.RETROGRAPH_PROJECT,
    dbPath: settings.databasePath,
    memoryMb: settings.RETROGRAPH_RUNNER_MEMORY_MB,
    home: settings.home,
    env: process.env,
  });
  const replies = createReplies(child);
  let resolveReady: (ready: RunnerReady) => void = () => undefined;
  let rejectReady: (error: Error) => void = () => undefined;
  const ready = new Promise<RunnerReady>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  // A runner may end before anybody waits for it.
  ready.catch(() => undefined);

  const runner: Runner = {
    get pid() {
      return child.pid;
    },
    ready,
    workflows: new Map(),
    hashes: {},
    runs: new Map(),
    pingedAt: null,
    responsive: true,
    alive: true,
    killedFor: new Set(),
    ask: (request, signal) => replies.ask(request, signal),
    execute(spec) {
      runner.runs.set(spec.run_id, spec);
      child.send({ type: "run", spec });
    },
    cancel: (runId, by) => child.send({ type: "cancel", run_id: runId, by }),
    pause: (runId, by) => child.send({ type: "pause", run_id: runId, by }),
    ping() {
      runner.pingedAt = Date.now();
      child.send({ type: "ping", at: runner.pingedAt });
    },
    drain: () => child.send({ type: "drain" }),
    kill: () => child.kill(),
  };

  child.onMessage((message) => {
    switch (message.type) {
      case "ready":
        runner.workflows = new Map(message.workflows.map((workflow) => [workflow.graph_id, workflow]));
        runner.hashes = message.hashes;
        resolveReady(message);
        break;
      case "reply":
        replies.settle(message);
        break;
      case "pong":
        runner.pingedAt = null;
        break;
      default:
        listener.onRunMessage(message);
    }
  });
  child.onExit((exit) => {
    runner.alive = false;
    const error = exitError(exit);
    rejectReady(error);
    replies.failAll(error);
    listener.onExit(exit);
  });
  return runner;
}
