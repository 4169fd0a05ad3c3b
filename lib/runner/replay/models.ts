import { asList, isBag, type Bag } from "../langgraph";
import { modelInput, promptInput } from "./call-input";
import { replayContext } from "./context";
import { firstGeneration, inPlaceOf, isMethod, modelSettings, spanIdOf, wrapMethod, type Method } from "./intercept";
import { stubText, type OpenCall, type ReplaySession } from "./session";

type MessageClass = new (fields: Bag) => object;
/** What answers need that are made here. */
export type ModelParts = { createMessage: (fields: Bag) => object };

function asResult(value: unknown): Bag {
  return isBag(value) ? value : {};
}

/** The answer of a chat model that was not asked. */
function chatStub(call: OpenCall, { createMessage }: ModelParts): Bag {
  const text = stubText(call.kind, call.name);
  return { generations: [[{ text, message: createMessage({ content: text, response_metadata: { dry_run: true } }) }]] };
}

function textStub(call: OpenCall): Bag {
  return { generations: [[{ text: stubText(call.kind, call.name) }]] };
}

type Asked = {
  session: ReplaySession;
  call: OpenCall;
  /** The model itself. */
  model: Bag;
  prototype: Bag;
  /** `_generate` of a chat model gives the answer to one list of messages, of a model of plain text that to all prompts. */
  isChat: boolean;
  stub: () => Bag;
};

/** A model whose answers come from `answer` alone, all of them at once. */
function answering({ model, prototype, isChat, session }: Asked, source: "recorded" | "stubbed", answer: () => Promise<Bag>): object {
  return inPlaceOf(model, {
    _streamResponseChunks: prototype["_streamResponseChunks"],
    _streamChatModelEvents: prototype["_streamChatModelEvents"],
    async _generate(_input: unknown, options: unknown, runManager: unknown) {
      session.mark(spanIdOf(runManager), source);
      const whole = await answer();
      if (!isChat) return whole;
      const index = isBag(options) && typeof options["promptIndex"] === "number" ? options["promptIndex"] : 0;
      const generations = firstGeneration(whole, index).map((one) => (isBag(one) ? { text: one["text"], message: one["message"] } : one));
      return { generations, ...(whole["llmOutput"] === undefined ? {} : { llmOutput: whole["llmOutput"] }) };
    },
  });
}

/** A model that is asked, and whose calls are known by their spans. */
function listening({ model, prototype, session }: Pick<Asked, "model" | "prototype" | "session">, onSpan: (id: string | undefined) => void): object {
  const heard = (runManager: unknown) => {
    onSpan(spanIdOf(runManager));
    session.mark(spanIdOf(runManager), "live");
  };
  const around = (name: string): unknown => {
    const own = model[name];
    // LangChain asks whether a model streams by looking whether the method is its own.
    if (own === prototype[name] || !isMethod(own)) return own;
    return (input: unknown, options: unknown, runManager: unknown, ...rest: unknown[]) => {
      heard(runManager);
      return own.call(model, input, options, runManager, ...rest);
    };
  };
  return inPlaceOf(model, { _generate: around("_generate"), _streamResponseChunks: around("_streamResponseChunks") });
}

/** Asks the model, or lets the session answer for it. */
async function perform(asked: Asked, original: Method, args: unknown[]): Promise<unknown> {
  const { session, call } = asked;
  const decision = session.decide(call);
  switch (decision.how) {
    case "recorded":
      return await original.apply(
        answering(asked, "recorded", async () => asResult(await session.replay(decision.found))),
        args,
      );
    case "refused":
      return await original.apply(
        answering(asked, "stubbed", () => Promise.reject(session.refuse(call, decision.reason))),
        args,
      );
    case "stubbed":
      return await original.apply(
        answering(asked, "stubbed", () => Promise.resolve(asked.stub())),
        args,
      );
    case "guarded":
      return await performGuarded(asked, original, args);
    case "live":
      return await performLive(asked, original, args);
  }
}

async function performLive(asked: Asked, original: Method, args: unknown[]): Promise<unknown> {
  const { session, call } = asked;
  let spanId: string | undefined;
  const model = listening(asked, (id) => (spanId ??= id));
  try {
    const output = await original.apply(model, args);
    const { generations, llmOutput } = asResult(output);
    session.record(call, spanId, { output: { generations, ...(llmOutput === undefined ? {} : { llmOutput }) } });
    return output;
  } catch (thrown) {
    session.record(call, spanId, { thrown });
    throw thrown;
  }
}

/** The model runs if it does so within the process. One that would connect answers that it was not asked. */
async function performGuarded(asked: Asked, original: Method, args: unknown[]): Promise<unknown> {
  const { session, model, isChat } = asked;
  const own = model["_generate"];
  const guarded = inPlaceOf(model, {
    _streamResponseChunks: asked.prototype["_streamResponseChunks"],
    _streamChatModelEvents: asked.prototype["_streamChatModelEvents"],
    async _generate(...input: unknown[]) {
      const result = await session.guarded(async () => (isMethod(own) ? await own.apply(model, input) : undefined));
      session.mark(spanIdOf(input[2]), result === null ? "stubbed" : "live");
      if (result !== null) return result.value;
      const stub = asked.stub();
      return isChat ? { generations: firstGeneration(stub, 0) } : stub;
    },
  });
  return await original.apply(guarded, args);
}

function openChat(session: ReplaySession, model: Bag, lists: unknown, options: unknown): OpenCall {
  const { name, settings } = modelSettings(model, options);
  return session.begin({ kind: "model", name, input: modelInput(name, asList(lists), settings), isPure: false });
}

/** Chunks of an answer, put together; null where they are none that can be. */
function joined(chunks: readonly unknown[]): unknown {
  return chunks.reduce((whole, chunk) => {
    if (whole === undefined) return chunk;
    const concat = isBag(whole) ? whole["concat"] : undefined;
    return isMethod(concat) ? concat.call(whole, chunk) : whole;
  }, undefined);
}

/** A model that streams as one that does not: its answer comes in one piece, from `_generateUncached`. */
function withoutStream(model: Bag, prototype: Bag): object {
  return inPlaceOf(model, { _streamResponseChunks: prototype["_streamResponseChunks"] });
}

function streams(model: Bag, prototype: Bag): boolean {
  return model["_streamResponseChunks"] !== prototype["_streamResponseChunks"] && model["disableStreaming"] !== true;
}

type Stream = (this: unknown, input: unknown, options: unknown) => AsyncGenerator<unknown, void>;

/** Streams an answer and records it when it is whole. Nobody may read it to its end: then there is nothing to record. */
async function* recordStream(
  parts: { session: ReplaySession; call: OpenCall; model: Bag; prototype: Bag; isChat: boolean },
  stream: Stream,
  args: unknown[],
) {
  const { session, call, isChat } = parts;
  let spanId: string | undefined;
  const listened = listening(parts, (id) => (spanId ??= id));
  const chunks: unknown[] = [];
  try {
    for await (const chunk of stream.call(listened, args[0], args[1])) {
      chunks.push(chunk);
      yield chunk;
    }
  } catch (thrown) {
    session.record(call, spanId, { thrown });
    throw thrown;
  }
  if (chunks.length === 0) return;
  const whole = isChat ? joined(chunks) : chunks.map(String).join("");
  const text = isChat ? (isBag(whole) ? whole["text"] : "") : whole;
  session.record(call, spanId, { output: { generations: [[isChat ? { text, message: whole } : { text }]] } });
}

/** The messages of what a model is given, whatever form it has. */
function messagesOf(prototype: Bag, input: unknown): unknown {
  const convert = isBag(prototype["constructor"]) ? prototype["constructor"]["_convertInputToPromptValue"] : undefined;
  const value = isMethod(convert) ? convert.call(prototype["constructor"], input) : undefined;
  return isBag(value) ? value : {};
}

function callOptions(model: Bag, options: unknown): unknown {
  const separate = model["_separateRunnableConfigFromCallOptionsCompat"];
  return isMethod(separate) ? asList(separate.call(model, options))[1] : options;
}

/** Whether LangChain's class of chat models has the places where calls are seen. */
export function canWrapChatModels(chatModel: unknown): chatModel is { prototype: Bag } {
  const prototype = isBag(chatModel) ? chatModel["prototype"] : undefined;
  return isBag(prototype) && ["_generateUncached", "_streamIterator", "_streamResponseChunks"].every((name) => isMethod(prototype[name]));
}

/** Lets sessions see the calls of chat models, and answer them. */
export function wrapChatModels(prototype: Bag, message: MessageClass): void {
  const parts: ModelParts = { createMessage: (fields) => new message(fields) };
  wrapMethod(
    prototype,
    "_generateUncached",
    (original) =>
      async function (this: unknown, ...args: unknown[]): Promise<unknown> {
        const session = replayContext()?.session;
        if (session === undefined || !isBag(this)) return await original.apply(this, args);
        const call = openChat(session, this, args[0], args[1]);
        return await perform({ session, call, model: this, prototype, isChat: true, stub: () => chatStub(call, parts) }, original, args);
      },
  );
  wrapMethod(
    prototype,
    "_streamIterator",
    (original) =>
      async function* (this: unknown, ...args: unknown[]): AsyncGenerator<unknown> {
        const session = replayContext()?.session;
        const stream = original as Stream;
        if (session === undefined || !isBag(this) || !streams(this, prototype)) return yield* stream.call(this, args[0], args[1]);
        const toMessages = asResult(messagesOf(prototype, args[0]))["toChatMessages"];
        const messages = isMethod(toMessages) ? toMessages.call(messagesOf(prototype, args[0])) : args[0];
        if (mustAnswer(session, () => openChat(session, this, [messages], callOptions(this, args[1]))))
          return yield* stream.call(withoutStream(this, prototype), args[0], args[1]);
        const call = openChat(session, this, [messages], callOptions(this, args[1]));
        return yield* recordStream({ session, call, model: this, prototype, isChat: true }, stream, args);
      },
  );
}

/** Whether the session, and not the model, says what comes: then it is asked again where the answer is made. */
function mustAnswer(session: ReplaySession, open: () => OpenCall): boolean {
  if (session.mode === "live") return false;
  if (session.mode !== "recorded") return true;
  return session.isRecorded(open());
}

/** Whether LangChain's class of models of plain text has the places where calls are seen. */
export function canWrapTextModels(textModel: unknown): textModel is { prototype: Bag } {
  const prototype = isBag(textModel) ? textModel["prototype"] : undefined;
  return isBag(prototype) && ["_generateUncached", "_streamIterator", "_streamResponseChunks"].every((name) => isMethod(prototype[name]));
}

/** Lets sessions see the calls of models of plain text, and answer them. */
export function wrapTextModels(prototype: Bag): void {
  const open = (session: ReplaySession, model: Bag, prompts: readonly string[], options: unknown) => {
    const { name, settings } = modelSettings(model, options);
    return session.begin({ kind: "llm", name, input: promptInput(name, prompts, settings), isPure: false });
  };
  wrapMethod(
    prototype,
    "_generateUncached",
    (original) =>
      async function (this: unknown, ...args: unknown[]): Promise<unknown> {
        const session = replayContext()?.session;
        if (session === undefined || !isBag(this)) return await original.apply(this, args);
        const call = open(session, this, asList(args[0]).map(String), args[1]);
        return await perform({ session, call, model: this, prototype, isChat: false, stub: () => textStub(call) }, original, args);
      },
  );
  wrapMethod(
    prototype,
    "_streamIterator",
    (original) =>
      async function* (this: unknown, ...args: unknown[]): AsyncGenerator<unknown> {
        const session = replayContext()?.session;
        const stream = original as Stream;
        if (session === undefined || !isBag(this) || !streams(this, prototype)) return yield* stream.call(this, args[0], args[1]);
        const prompts = [String(messagesOf(prototype, args[0]))];
        if (mustAnswer(session, () => open(session, this, prompts, callOptions(this, args[1]))))
          return yield* stream.call(withoutStream(this, prototype), args[0], args[1]);
        const call = open(session, this, prompts, callOptions(this, args[1]));
        return yield* recordStream({ session, call, model: this, prototype, isChat: false }, stream, args);
      },
  );
}
