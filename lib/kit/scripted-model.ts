import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel, type BaseChatModelCallOptions, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, type UsageMetadata } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";

/** What a script sees: the conversation, and the tools the caller offers. */
export type ScriptedTurn = {
  messages: BaseMessage[];
  tools: { name: string; description: string }[];
  /** The name of the tool the caller insists on, or null. */
  requiredTool: string | null;
};

export type ScriptedToolCall = { name: string; args: Record<string, unknown> };

/** What a script answers: text, tool calls, or both. A bare string is text. */
export type ScriptedReply =
  string | { text?: string; toolCalls?: ScriptedToolCall[]; /** Instead of an estimate. */ usage?: { input: number; output: number } };

/** Decides the reply from the turn alone, so that the same conversation always gets the same answer. */
export type Script = (turn: ScriptedTurn) => ScriptedReply | Promise<ScriptedReply>;

export type ScriptedModelOptions = {
  script: Script;
  /** Pause before each token in milliseconds; 0 streams at full speed. Default: `RETROGRAPH_SCRIPTED_DELAY_MS`, else 12. */
  delayMs?: number;
};

export type ScriptedCallOptions = BaseChatModelCallOptions & { tools?: BindToolsInput[] };

/**
 * A chat model whose answers come from a function instead of a provider. It behaves like a real one:
 * it streams token by token, proposes tool calls, reports usage, and stops when its signal fires.
 *
 * ```ts
 * const model = new ScriptedChatModel({ script: ({ messages }) => `You said: ${messages.at(-1)?.text}` });
 * ```
 */
export class ScriptedChatModel extends BaseChatModel<ScriptedCallOptions> {
  static override lc_name(): string {
    return "ScriptedChatModel";
  }

  readonly #script: Script;
  readonly #delayMs: number;

  constructor(options: ScriptedModelOptions) {
    super({});
    this.#script = options.script;
    this.#delayMs = options.delayMs ?? defaultDelay();
  }

  override _llmType(): string {
    return "scripted";
  }

  override get callKeys(): string[] {
    return [...super.callKeys, "tools", "tool_choice"];
  }

  override invocationParams(): { model: string } {
    return { model: "scripted" };
  }

  override bindTools(
    tools: BindToolsInput[],
    options?: Partial<ScriptedCallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, ScriptedCallOptions> {
    return this.withConfig({ ...options, tools });
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    let whole: ChatGenerationChunk | null = null;
    for await (const chunk of this._streamResponseChunks(messages, options)) {
      whole = whole === null ? chunk : whole.concat(chunk);
    }
    if (whole === null) throw new Error("A scripted model always sends at least its usage.");
    return { generations: [{ text: whole.text, message: whole.message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const reply = normalise(await this.#script(readTurn(messages, options)));
    const firstCall = countToolCalls(messages) + 1;
    for (const piece of [...textPieces(reply.text), ...toolCallPieces(reply.toolCalls, firstCall)]) {
      await pause(this.#delayMs, options.signal);
      const chunk = new ChatGenerationChunk({ text: piece.text, message: piece });
      yield chunk;
      await runManager?.handleLLMNewToken(piece.text, undefined, undefined, undefined, undefined, { chunk });
    }
    const last = { content: "", usage_metadata: usageOf(messages, reply), response_metadata: { model_name: "scripted" } };
    yield new ChatGenerationChunk({ text: "", message: new AIMessageChunk(last) });
  }
}

type WholeReply = { text: string; toolCalls: ScriptedToolCall[]; usage?: { input: number; output: number } | undefined };

function normalise(reply: ScriptedReply): WholeReply {
  return typeof reply === "string"
    ? { text: reply, toolCalls: [] }
    : { text: reply.text ?? "", toolCalls: reply.toolCalls ?? [], usage: reply.usage };
}

function readTurn(messages: BaseMessage[], options: ScriptedCallOptions): ScriptedTurn {
  const tools = (options.tools ?? []).map((tool) => {
    const { name, description } = convertToOpenAITool(tool).function;
    return { name, description: description ?? "" };
  });
  const choice = options.tool_choice;
  const requiredTool = typeof choice === "string" && tools.some((tool) => tool.name === choice) ? choice : null;
  return { messages, tools, requiredTool };
}

function textPieces(text: string): AIMessageChunk[] {
  return (text.match(/\s*\S+\s*/g) ?? []).map((token) => new AIMessageChunk({ content: token }));
}

/** As providers do: the name and id first, then the arguments' JSON bit by bit. */
function toolCallPieces(calls: ScriptedToolCall[], firstCall: number): AIMessageChunk[] {
  return calls.flatMap((call, index) => {
    const head = { name: call.name, args: "", id: `call_${firstCall + index}`, index, type: "tool_call_chunk" as const };
    const body = (JSON.stringify(call.args).match(/[\s\S]{1,24}/g) ?? []).map((args) => ({ args, index, type: "tool_call_chunk" as const }));
    return [head, ...body].map((piece) => new AIMessageChunk({ content: "", tool_call_chunks: [piece] }));
  });
}

function countToolCalls(messages: BaseMessage[]): number {
  return messages.reduce((sum, message) => sum + (AIMessage.isInstance(message) ? (message.tool_calls?.length ?? 0) : 0), 0);
}

/** Four characters a token: near enough for a model that costs nothing. */
function usageOf(messages: BaseMessage[], reply: WholeReply): UsageMetadata {
  if (reply.usage !== undefined)
    return { input_tokens: reply.usage.input, output_tokens: reply.usage.output, total_tokens: reply.usage.input + reply.usage.output };
  const tokens = (text: string) => Math.ceil(text.length / 4);
  const input_tokens = tokens(messages.map((message) => message.text).join("\n"));
  const output_tokens = tokens(reply.text + reply.toolCalls.map((call) => call.name + JSON.stringify(call.args)).join(""));
  return { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens };
}

function defaultDelay(): number {
  const value = Number(process.env.RETROGRAPH_SCRIPTED_DELAY_MS ?? "12");
  return Number.isFinite(value) && value >= 0 ? value : 12;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (ms === 0) return;
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error("The model was stopped.", { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
