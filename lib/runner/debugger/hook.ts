import { importFrom, isBag, loadedCommonJs } from "../langgraph";
import { runIdOf } from "./loop";
import type { DebugSession } from "./session";

type Tick = (this: unknown, ...args: unknown[]) => unknown;
const isTick = (value: unknown): value is Tick => typeof value === "function";

/** Sessions of the runs that may be stopped, by run. */
const sessions = new Map<string, DebugSession>();
const wrapped = new WeakSet<object>();

/** Lets a run's session take part in every loop of LangGraph that belongs to the run, before each superstep. */
function wrap(module: unknown): boolean {
  const loop = isBag(module) ? module["PregelLoop"] : undefined;
  const prototype = isBag(loop) ? loop["prototype"] : undefined;
  if (!isBag(prototype) || !isTick(prototype["tick"])) return false;
  if (wrapped.has(prototype)) return true;
  const tick = prototype["tick"];
  prototype["tick"] = function (this: unknown, ...args: unknown[]): unknown {
    // Most runs are not debugged: they pay for this comparison alone.
    if (sessions.size > 0) sessions.get(runIdOf(this) ?? "")?.attach(this);
    return tick.apply(this, args);
  };
  wrapped.add(prototype);
  return true;
}

/** Places where runs can be stopped, in the copy of LangGraph that stands in `root`. */
export type StopHook = {
  /** False when this version of LangGraph has no such place: then only its public configuration stops, in the outer graph. */
  isAvailable: boolean;
  /** Asks the session from now on; gives the function that ends it. */
  register(runId: string, session: DebugSession): () => void;
};

/** Makes LangGraph ask the sessions of its runs. `tick` is not part of its public interface, hence the look before. */
export async function installStopHook(root: string): Promise<StopHook> {
  const isAvailable = await importFrom(root, "./dist/pregel/loop.js").then(wrap, () => false);
  return {
    isAvailable,
    register(runId, session) {
      // CommonJS workflows have a copy of their own.
      wrap(loadedCommonJs(root, "dist/pregel/loop.cjs"));
      sessions.set(runId, session);
      return () => sessions.delete(runId);
    },
  };
}
