import { isEffectName, isPureName } from "../../effects/effects";
import { isBag, type Bag } from "../langgraph";
import { argumentsInput } from "./call-input";
import { replayContext } from "./context";
import { inPlaceOf, isMethod, spanIdOf, wrapMethod, type Method } from "./intercept";
import { stubText, type Call, type ReplaySession } from "./session";

/** What a tool says of itself: that it changes something, that it only looks, or nothing. */
function ownWord(tool: Bag): "effect" | "pure" | null {
  for (const told of [tool["metadata"], tool["extras"]]) {
    if (!isBag(told)) continue;
    if (typeof told["effect"] === "boolean") return told["effect"] ? "effect" : "pure";
    const hints = isBag(told["annotations"]) ? told["annotations"] : told;
    if (typeof hints["readOnlyHint"] === "boolean") return hints["readOnlyHint"] ? "pure" : "effect";
  }
  return null;
}

function isPure(tool: Bag, name: string): boolean {
  const word = ownWord(tool);
  return word === null ? isPureName(name) && !isEffectName(name) : word === "pure";
}

/** The arguments, of a model's tool call too. */
function argumentsOf(input: unknown): unknown {
  return isBag(input) && input["type"] === "tool_call" && "args" in input ? input["args"] : input;
}

/** An async generator's last word, with everything that it says before handed on. */
async function* heardOut(source: AsyncGenerator<unknown>, onEnd: (output: unknown) => void, onError: (thrown: unknown) => void) {
  try {
    const output: unknown = yield* source;
    onEnd(output);
    return output;
  } catch (thrown) {
    onError(thrown);
    throw thrown;
  }
}

function isAsyncGenerator(value: unknown): value is AsyncGenerator<unknown> {
  return isBag(value) && typeof value["next"] === "function" && Symbol.asyncIterator in value;
}

/** The result of a tool that was not called, in the form that the tool has. */
function stub(tool: Bag, name: string): unknown {
  const text = stubText("tool", name);
  return tool["responseFormat"] === "content_and_artifact" ? [text, null] : text;
}

type ToolCall = { session: ReplaySession; tool: Bag; call: Call; run: Method };

/** Calls the tool, or lets the session answer for it. Gives what its own code would. */
async function perform({ session, tool, call, run }: ToolCall, input: unknown[]): Promise<unknown> {
  const spanId = spanIdOf(input[1]);
  const open = session.begin(call);
  const decision = session.decide(open);
  switch (decision.how) {
    case "recorded":
      session.mark(spanId, "recorded");
      return await session.replay(decision.found);
    case "refused":
      session.mark(spanId, "stubbed");
      throw session.refuse(open, decision.reason);
    case "stubbed":
      session.mark(spanId, "stubbed");
      return stub(tool, call.name);
    case "guarded": {
      const result = await session.guarded(async () => await run.apply(tool, input));
      session.mark(spanId, result === null ? "stubbed" : "live");
      return result === null ? stub(tool, call.name) : result.value;
    }
    case "live": {
      session.mark(spanId, "live");
      const record = (result: { output: unknown } | { thrown: unknown }) => session.record(open, spanId, result);
      try {
        const output = await run.apply(tool, input);
        if (isAsyncGenerator(output))
          return heardOut(
            output,
            (last) => record({ output: last }),
            (thrown) => record({ thrown }),
          );
        record({ output });
        return output;
      } catch (thrown) {
        record({ thrown });
        throw thrown;
      }
    }
  }
}

/** Whether LangChain's class of tools has the places where calls are seen. */
export function canWrapTools(toolClass: unknown): toolClass is { prototype: Bag } {
  const prototype = isBag(toolClass) ? toolClass["prototype"] : undefined;
  return isBag(prototype) && isMethod(prototype["call"]) && isMethod(prototype["invoke"]);
}

/** The tool, with its own code in the session's hands. */
function answered(tool: Bag, session: ReplaySession, run: (...args: unknown[]) => unknown, given: unknown): unknown {
  const name = String(tool["name"]);
  const call: Call = { kind: "tool", name, input: argumentsInput(argumentsOf(given)), isPure: isPure(tool, name) };
  return inPlaceOf(tool, { _call: (...input: unknown[]) => perform({ session, tool, call, run }, input) });
}

/** Lets sessions see the calls of tools, and answer them. Input is checked and callbacks are told as always. */
export function wrapTools(prototype: Bag): void {
  wrapMethod(
    prototype,
    "call",
    (original) =>
      async function (this: unknown, ...args: unknown[]): Promise<unknown> {
        const session = replayContext()?.session;
        const run = isBag(this) ? this["_call"] : undefined;
        if (session === undefined || !isBag(this) || !isMethod(run)) return await original.apply(this, args);
        return await original.apply(answered(this, session, run, args[0]), args);
      },
  );
}
