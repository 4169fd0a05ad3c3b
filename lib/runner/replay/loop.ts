import { isBag, type Bag } from "../langgraph";
import { replayContext, withReplayContext } from "./context";
import { isMethod, wrapMethod, type Method } from "./intercept";

/** What a loop does itself, between the tasks that it runs. */
const OWN_WORK = ["tick", "putWrites", "finishAndHandleError"];

const wrapped = new WeakSet<object>();

function inLoop(original: Method): Method {
  return function (this: unknown, ...args: unknown[]): unknown {
    const context = replayContext();
    if (context === undefined || context.randomness === null || context.isLoop) return original.apply(this, args);
    return withReplayContext({ ...context, isLoop: true }, () => original.apply(this, args));
  };
}

/** A channel's reducer is code of the workflow: what it draws comes from the run. */
function inReducer(original: Method): Method {
  return function (this: unknown, ...args: unknown[]): unknown {
    const context = replayContext();
    if (context === undefined || context.randomness === null || !context.isLoop) return original.apply(this, args);
    return withReplayContext({ ...context, isLoop: false, randomness: context.randomness.loop }, () => original.apply(this, args));
  };
}

/**
 * Tells the loops of runs that repeat from the code in them: where ids and times of the code come from the run, ids of
 * checkpoints must be new all the same, or a subgraph's would overwrite those of an earlier run. Gives false for a version
 * of LangGraph without such a loop.
 */
export function wrapLoop(module: unknown, channels: unknown): boolean {
  const loop = isBag(module) ? module["PregelLoop"] : undefined;
  const prototype = isBag(loop) ? loop["prototype"] : undefined;
  if (!isBag(loop) || !isBag(prototype) || !isMethod(prototype["tick"]) || !isMethod(loop["initialize"])) return false;
  if (wrapped.has(prototype)) return true;
  wrapped.add(prototype);
  const names: [Bag, string][] = [[loop, "initialize"], ...OWN_WORK.map((name): [Bag, string] => [prototype, name])];
  for (const [owner, name] of names) wrapMethod(owner, name, inLoop);
  const reducing = isBag(channels) ? channels["BinaryOperatorAggregate"] : undefined;
  const reducer = isBag(reducing) ? reducing["prototype"] : undefined;
  if (isBag(reducer)) wrapMethod(reducer, "update", inReducer);
  return true;
}
