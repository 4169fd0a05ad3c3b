import { runIdOf } from "../debugger/loop";
import { importFrom, isBag, loadedCommonJs, type Bag, type PregelLike } from "../langgraph";
import type { TaskTrace } from "./task-trace";

type Method = (this: unknown, ...args: unknown[]) => unknown;
const isMethod = (value: unknown): value is Method => typeof value === "function";
type Class = abstract new (...args: never[]) => object;
const isClass = (value: unknown): value is Class => typeof value === "function" && isBag(value["prototype"]);

/** Traces of the runs under way, by run. */
const traces = new Map<string, TaskTrace>();
const wrapped = new WeakSet<object>();

function traceOf(loop: unknown): TaskTrace | undefined {
  return traces.get(runIdOf(loop) ?? "");
}

/** Tasks that are about to run: those of a superstep that have not written yet. */
function watchDue(loop: unknown, trace: TaskTrace): void {
  const tasks = isBag(loop) ? loop["tasks"] : undefined;
  for (const task of isBag(tasks) ? Object.values(tasks) : []) trace.watch(task);
}

/** Hands each task that a loop makes to its run's trace before the task runs. */
function wrap(module: unknown): boolean {
  const loop = isBag(module) ? module["PregelLoop"] : undefined;
  const prototype = isBag(loop) ? loop["prototype"] : undefined;
  if (!isBag(prototype)) return false;
  const { tick, acceptPush, scheduleErrorHandler } = prototype;
  if (!isMethod(tick) || !isMethod(acceptPush) || !isMethod(scheduleErrorHandler)) return false;
  if (wrapped.has(prototype)) return true;
  prototype["tick"] = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    const goesOn = await tick.apply(this, args);
    const trace = traceOf(this);
    if (trace !== undefined) watchDue(this, trace);
    return goesOn;
  };
  prototype["acceptPush"] = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    const task = await acceptPush.apply(this, args);
    traceOf(this)?.watch(task);
    return task;
  };
  prototype["scheduleErrorHandler"] = function (this: unknown, ...args: unknown[]): unknown {
    const task = scheduleErrorHandler.apply(this, args);
    traceOf(this)?.watch(task);
    return task;
  };
  wrapped.add(prototype);
  return true;
}

function pregelOf(module: unknown): Class | null {
  const pregel = isBag(module) ? module["Pregel"] : undefined;
  return isClass(pregel) ? pregel : null;
}

/** Where LangGraph's tasks are seen, in the copy that stands in `root`. */
export type TaskHook = {
  /** False for a workflow of another copy, or of a version without such a place: its tasks are heard of by callbacks alone. */
  covers(graph: PregelLike): boolean;
  /** Tells the trace of every task of the run from now on; gives the function that ends it. */
  register(runId: string, trace: TaskTrace): () => void;
};

/** A package whose exports do not name a file cannot be asked for it by name. */
function read(root: string, path: string): Promise<Bag | null> {
  return importFrom(root, path).then(
    (module) => (isBag(module) ? module : null),
    () => null,
  );
}

/**
 * Sees the tasks of runs in LangGraph itself. LangChain's callbacks tell of them too, but cost each node about a third of
 * what it takes to execute it. The places are not part of the public interface, hence the look before.
 */
export async function installTaskHook(root: string): Promise<TaskHook> {
  const [loop, pregel] = await Promise.all([read(root, "./dist/pregel/loop.js"), read(root, "./dist/pregel/index.js")]);
  const esm = wrap(loop) ? pregelOf(pregel) : null;
  const commonJs = () => (wrap(loadedCommonJs(root, "dist/pregel/loop.cjs")) ? pregelOf(loadedCommonJs(root, "dist/pregel/index.cjs")) : null);
  return {
    covers: (graph) => [esm, commonJs()].some((pregelClass) => pregelClass !== null && graph instanceof pregelClass),
    register(runId, trace) {
      traces.set(runId, trace);
      return () => traces.delete(runId);
    },
  };
}
