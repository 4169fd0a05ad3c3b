import { isBag, type Bag } from "../langgraph";
import { argumentsInput } from "./call-input";
import { replayContext } from "./context";
import { isMethod, spanIdOf, wrapMethod, type Method } from "./intercept";
import { stubText, type OpenCall, type ReplaySession } from "./session";

/** What the kit's `effect()` says of itself in the metadata of the runnable that it runs as. */
function effectOf(config: unknown): { name: string; call: unknown; kept: boolean } | null {
  const metadata = isBag(config) ? config["metadata"] : undefined;
  const effect = isBag(metadata) ? metadata["effect"] : undefined;
  if (!isBag(effect) || typeof effect["name"] !== "string") return null;
  return { name: effect["name"], call: effect["call"], kept: effect["kept"] === true };
}

/** Effects that have begun, by session: what runs inside of one has its metadata too. */
const begun = new WeakMap<ReplaySession, Set<unknown>>();

function isInside(session: ReplaySession, call: unknown): boolean {
  const known = begun.get(session) ?? new Set();
  begun.set(session, known);
  if (known.has(call)) return true;
  known.add(call);
  return false;
}

/** What an effect gives that was not done. */
function stub(name: string): Bag {
  return { dry_run: true, note: stubText("effect", name) };
}

async function perform(session: ReplaySession, open: OpenCall, spanId: string | undefined, run: () => Promise<unknown>): Promise<unknown> {
  const decision = session.decide(open);
  session.mark(spanId, decision.how === "live" ? "live" : decision.how === "recorded" ? "recorded" : "stubbed");
  switch (decision.how) {
    case "recorded":
      return await session.replay(decision.found);
    case "refused":
      throw session.refuse(open, decision.reason);
    case "stubbed":
      return stub(open.name);
    case "guarded": {
      const result = await session.guarded(run);
      session.mark(spanId, result === null ? "stubbed" : "live");
      return result === null ? stub(open.name) : result.value;
    }
    case "live":
      try {
        const output = await run();
        session.record(open, spanId, { output });
        return output;
      } catch (thrown) {
        session.record(open, spanId, { thrown });
        throw thrown;
      }
  }
}

/** Whether LangChain's class of runnable functions has the place where effects are seen. */
export function canWrapEffects(lambdaClass: unknown): lambdaClass is { prototype: Bag } {
  const prototype = isBag(lambdaClass) ? lambdaClass["prototype"] : undefined;
  return isBag(prototype) && isMethod(prototype["invoke"]) && isMethod(prototype["_invoke"]);
}

/**
 * Lets sessions see the effects of the kit, and answer them. One whose earlier result was kept does nothing and is left as
 * it is.
 */
export function wrapEffects(prototype: Bag): void {
  wrapMethod(
    prototype,
    "_invoke",
    (original: Method) =>
      async function (this: unknown, ...args: unknown[]): Promise<unknown> {
        const session = replayContext()?.session;
        const effect = session === undefined ? null : effectOf(args[1]);
        if (session === undefined || effect === null || effect.kept || isInside(session, effect.call)) return await original.apply(this, args);
        const open = session.begin({ kind: "effect", name: effect.name, input: argumentsInput(args[0]), isPure: false });
        return await perform(session, open, spanIdOf(args[2]), async () => await original.apply(this, args));
      },
  );
}
