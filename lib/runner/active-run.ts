import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import type { RunSpec } from "../schema/run";
import type { DebugSession } from "./debugger/session";
import { isBag } from "./langgraph";
import type { ReplaySession } from "./replay/session";
import type { RunLog } from "./run-log";
import type { TaskTracker } from "./task-tracker";
import type { SpanRecorder } from "./trace/recorder";
import type { Redactor } from "./trace/secrets";

/** A run that this process executes now. */
export type ActiveRun = {
  spec: RunSpec;
  abort: AbortController;
  log: RunLog;
  tracker: TaskTracker;
  trace: SpanRecorder;
  /** Records and answers its calls of models and tools. */
  replay: ReplaySession;
  redactor: Redactor;
  cancelledBy: string | null;
  /** Decides where the run stops for the person who debugs it. */
  debug: DebugSession;
  /** Lets go of what the debug session holds in LangGraph. */
  endDebug: () => void;
  /** Lets go of what the trace holds in LangGraph. */
  endTrace: () => void;
  /** Stops the run at its next superstep; what is under way is finished and saved. */
  pause: (by: string) => void;
  /** What ends the run from outside of its graph: a log that cannot be saved, an error that nobody awaited. */
  failure: { thrown: unknown } | null;
};

/** The runs that this process executes now, at most one per thread. */
export class ActiveRuns {
  readonly #byId = new Map<string, ActiveRun>();
  readonly #byThread = new Map<string, ActiveRun>();

  get size(): number {
    return this.#byId.size;
  }

  add(run: ActiveRun): void {
    this.#byId.set(run.spec.run_id, run);
    this.#byThread.set(run.spec.thread_id, run);
  }

  remove(run: ActiveRun): void {
    this.#byId.delete(run.spec.run_id);
    if (this.#byThread.get(run.spec.thread_id) === run) this.#byThread.delete(run.spec.thread_id);
  }

  get(runId: string): ActiveRun | null {
    return this.#byId.get(runId) ?? null;
  }

  onThread(threadId: string): ActiveRun | null {
    return this.#byThread.get(threadId) ?? null;
  }

  /**
   * The run whose node's code this is called from, or whose code the error being handled came from: LangChain carries a
   * node's config through everything asynchronous. Outside of that, the only run there is.
   */
  current(): ActiveRun | null {
    const config: unknown = AsyncLocalStorageProviderSingleton.getRunnableConfig();
    const configurable = isBag(config) ? config["configurable"] : undefined;
    const runId = isBag(configurable) ? configurable["run_id"] : undefined;
    if (typeof runId === "string") return this.get(runId);
    const [only] = this.#byId.values();
    return this.size === 1 && only !== undefined ? only : null;
  }
}

/** Ends a run with an error that its graph did not throw. */
export function failRun(run: ActiveRun, thrown: unknown): void {
  run.failure ??= { thrown };
  run.abort.abort(thrown);
}
