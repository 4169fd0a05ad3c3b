import { realpathSync } from "node:fs";
import { findPackage, importFrom, isBag, loadedCommonJs, type Bag } from "../langgraph";
import { canWrapEffects, wrapEffects } from "./effects";
import { isMethod } from "./intercept";
import { wrapLoop } from "./loop";
import { canWrapChatModels, canWrapTextModels, wrapChatModels, wrapTextModels } from "./models";
import { canWrapTools, wrapTools } from "./tools";

/** Where the calls of models, tools and effects are seen, in the copies of LangChain that the workflows use. */
export type ReplayHook = {
  /** Null where calls can be replayed; else why not, for a person. */
  unavailable: string | null;
  /** Looks for copies that were loaded since. Called before each run. */
  refresh(): void;
};

type MessageClass = new (fields: Bag) => object;
const isMessageClass = (value: unknown): value is MessageClass => isMethod(value);

const PLACES = {
  chat: "language_models/chat_models",
  text: "language_models/llms",
  tools: "tools/index",
  runnables: "runnables/base",
  messages: "messages/ai",
} as const;
type Modules = Record<keyof typeof PLACES, unknown>;

const wrapped = new WeakSet<object>();

function member(module: unknown, name: string): unknown {
  return isBag(module) ? module[name] : undefined;
}

/** Wraps one copy's classes. Gives which of them are not as they are known here. */
function wrapCopy(modules: Modules): string[] {
  const chat = member(modules.chat, "BaseChatModel");
  const text = member(modules.text, "BaseLLM");
  const tool = member(modules.tools, "StructuredTool");
  const lambda = member(modules.runnables, "RunnableLambda");
  const message = member(modules.messages, "AIMessage");
  if (!canWrapChatModels(chat) || !isMessageClass(message)) return ["chat models"];
  if (!canWrapTools(tool)) return ["tools"];
  if (wrapped.has(chat.prototype)) return [];
  wrapped.add(chat.prototype);
  wrapChatModels(chat.prototype, message);
  wrapTools(tool.prototype);
  if (canWrapTextModels(text)) wrapTextModels(text.prototype);
  if (canWrapEffects(lambda)) wrapEffects(lambda.prototype);
  return [];
}

async function readAll(core: string): Promise<Modules> {
  const read = (path: string) => importFrom(core, `./dist/${path}.js`).catch(() => undefined);
  const [chat, text, tools, runnables, messages] = await Promise.all(Object.values(PLACES).map(read));
  return { chat, text, tools, runnables, messages };
}

function loadedCopy(core: string): Modules {
  const read = (path: string) => loadedCommonJs(core, `dist/${path}.cjs`);
  return {
    chat: read(PLACES.chat),
    text: read(PLACES.text),
    tools: read(PLACES.tools),
    runnables: read(PLACES.runnables),
    messages: read(PLACES.messages),
  };
}

/**
 * Lets the sessions of runs see, record and answer the calls of models, tools and effects: LangChain's callbacks tell of
 * them and cannot give their outputs. The places are not all part of its public interface, hence the look before.
 */
export async function installReplayHook(langgraphRoot: string): Promise<ReplayHook> {
  const core = findPackage("@langchain/core", realpathSync(langgraphRoot));
  if (core === null) return { unavailable: "LangChain is not installed beside LangGraph.", refresh: () => undefined };
  const missing = wrapCopy(await readAll(core));
  const read = (path: string) => importFrom(langgraphRoot, path).catch(() => undefined);
  const hasLoop = wrapLoop(await read("./dist/pregel/loop.js"), await read("./dist/channels/binop.js"));
  const unavailable =
    missing.length > 0
      ? `This version of LangChain does not let the calls of ${missing.join(" and ")} be answered.`
      : hasLoop
        ? null
        : "This version of LangGraph does not let its loop be watched.";
  return {
    unavailable,
    refresh() {
      const copy = loadedCopy(core);
      if (copy.chat !== undefined && copy.tools !== undefined && copy.messages !== undefined) wrapCopy(copy);
      wrapLoop(loadedCommonJs(langgraphRoot, "dist/pregel/loop.cjs"), loadedCommonJs(langgraphRoot, "dist/channels/binop.cjs"));
    },
  };
}
