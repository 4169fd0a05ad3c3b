import { AsyncLocalStorage } from "node:async_hooks";
import type { Randomness } from "./sandbox/randomness";
import type { ReplaySession } from "./session";

/** What a piece of code tried that a dry run does not allow, for whoever stands in for it. */
export type Attempts = {
  /** Told of the first thing that was refused. */
  onRefused: (error: Error) => void;
};

/**
 * Where code of a run is executed. It follows the code through everything asynchronous, so that of the runs of one process
 * each is treated in its own way.
 */
export type ReplayContext = {
  session: ReplaySession;
  /** The node, as it is drawn, and of one that a `Send` started its place among them; empty outside of nodes. */
  place: string;
  /** The task; null outside of nodes. */
  taskId: string | null;
  /** What chance and time come from, where the run has its own; null where it has the process's. */
  randomness: Randomness | null;
  /** Inside of LangGraph's own loop: ids of checkpoints must be new ones, and their times true. */
  isLoop: boolean;
  /** Nothing may leave the process. */
  isDry: boolean;
  attempts: Attempts | null;
};

const storage = new AsyncLocalStorage<ReplayContext>();

/** Where the code that calls this is executed; undefined outside of runs. */
export function replayContext(): ReplayContext | undefined {
  return storage.getStore();
}

/** Executes work in a context, with everything that it starts. */
export function withReplayContext<T>(context: ReplayContext, work: () => T): T {
  return storage.run(context, work);
}

/** Executes work of Retrograph's own, to which nothing of a replay applies. */
export function outsideReplay<T>(work: () => T): T {
  return storage.exit(work);
}

/** The time, ISO 8601, whatever the run's own clock says. */
export function trueTime(): string {
  return storage.exit(() => new Date().toISOString());
}
