import { AsyncLocalStorage } from "node:async_hooks";
import type { RunSpec } from "../schema/run";
import type { RunLog } from "./run-log";
import type { TaskTracker } from "./task-tracker";

/** A run that this process executes now. */
export type ActiveRun = {
  spec: RunSpec;
  abort: AbortController;
  log: RunLog;
  tracker: TaskTracker;
  cancelledBy: string | null;
  /** What ends the run from outside of its graph: a log that cannot be saved, an error that nobody awaited. */
  failure: { thrown: unknown } | null;
};

const scope = new AsyncLocalStorage<ActiveRun>();

/** Executes `action` so that everything asynchronous that comes of it can be traced back to the run. */
export function inRun<T>(run: ActiveRun, action: () => T): T {
  return scope.run(run, action);
}

/** The run whose code this is called from, or from whose code the error being handled came. */
export function currentRun(): ActiveRun | null {
  return scope.getStore() ?? null;
}

/** Ends a run with an error that its graph did not throw. */
export function failRun(run: ActiveRun, thrown: unknown): void {
  run.failure ??= { thrown };
  run.abort.abort(thrown);
}
