import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { asList, isBag } from "../langgraph";
import type { SpanRecorder } from "./recorder";
import { kitEffectOf } from "./effect-spans";
import { answerOf, answeringModel, askedModel, parametersOf, tokensOf } from "./model-call";

/** Names that LangChain and LangGraph give to parts of which a person made none. */
const PLUMBING =
  /^(Runnable[A-Z]\w*|ChannelWrite|ChannelRead|Branch|LangGraph|CompiledStateGraph|__start__|ChatPromptTemplate|StructuredOutputRunnable)\b/;

function lastId(serialized: unknown): string {
  const last = asList(isBag(serialized) ? serialized["id"] : null).at(-1);
  return typeof last === "string" ? last : "";
}

/** The arguments of a tool call, which come as text. */
function argumentsOf(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}

/**
 * Hears of everything that runs inside a run, because LangChain hands a run's handlers on to whatever is called in it,
 * with or without its config. It is awaited, so that starts and ends come in order, and never throws: LangChain only warns.
 *
 * The types of LangChain name the last parameters of `handleChainStart` in another order than they are passed.
 */
export class TraceCallbacks extends BaseCallbackHandler {
  override readonly name = "retrograph_trace";
  override readonly awaitHandlers = true;
  override readonly raiseError = false;
  readonly #recorder: SpanRecorder;
  /** Calls of `effect()` that have begun; what runs inside of one has its metadata too. */
  readonly #effects = new Set<string>();

  constructor(recorder: SpanRecorder) {
    super();
    this.#recorder = recorder;
  }

  /** Shared by all copies that LangChain makes. */
  override copy(): BaseCallbackHandler {
    return this;
  }

  override handleChainStart(
    chain: unknown,
    inputs: unknown,
    id: string,
    parentId?: string,
    tags: string[] = [],
    metadata: Record<string, unknown> = {},
    _runType?: string,
    runName?: string,
  ): void {
    const effect = kitEffectOf(metadata);
    if (effect !== null && !this.#effects.has(effect.call)) {
      this.#effects.add(effect.call);
      this.#recorder.start({ id, parentId: parentId ?? null, kind: "effect", name: effect.name, input: inputs, metadata, kitEffect: effect });
      return;
    }
    const name = runName ?? lastId(chain);
    const isTask = () => tags.some((tag) => tag.startsWith("graph:step:"));
    if (tags.includes("langsmith:hidden") || this.#recorder.isRunning(metadata, name)) this.#recorder.pass(id, parentId ?? null, metadata);
    else if (isTask()) this.#recorder.startTask(id, parentId ?? null, inputs, metadata);
    else if (parentId === undefined || name === metadata["langgraph_node"] || PLUMBING.test(name))
      this.#recorder.pass(id, parentId ?? null, metadata);
    else this.#recorder.start({ id, parentId, kind: "chain", name, input: inputs, metadata });
  }

  override handleChainEnd(output: unknown, id: string): void {
    this.#recorder.end(id, { output });
  }

  override handleChainError(error: unknown, id: string): void {
    this.#recorder.end(id, { error: error ?? new Error("It failed without an error.") });
  }

  override handleChatModelStart(
    model: unknown,
    messages: unknown[][],
    id: string,
    parentId?: string,
    extra?: Record<string, unknown>,
    _tags?: string[],
    metadata: Record<string, unknown> = {},
    runName?: string,
  ): void {
    this.#startModel(model, messages[0] ?? [], { id, parentId: parentId ?? null, extra, metadata, runName });
  }

  override handleLLMStart(
    model: unknown,
    prompts: string[],
    id: string,
    parentId?: string,
    extra?: Record<string, unknown>,
    _tags?: string[],
    metadata: Record<string, unknown> = {},
    runName?: string,
  ): void {
    this.#startModel(model, prompts[0] ?? "", { id, parentId: parentId ?? null, extra, metadata, runName });
  }

  override handleLLMNewToken(_token: string, _index: unknown, id: string): void {
    this.#recorder.onFirstToken(id);
  }

  override handleLLMEnd(result: unknown, id: string): void {
    this.#recorder.end(id, { output: answerOf(result), tokens: tokensOf(result), model: answeringModel(result) });
  }

  override handleLLMError(error: unknown, id: string): void {
    this.handleChainError(error, id);
  }

  override handleToolStart(
    tool: unknown,
    input: string,
    id: string,
    parentId?: string,
    _tags?: string[],
    metadata?: Record<string, unknown>,
    runName?: string,
    toolCallId?: string,
  ): void {
    const name = runName ?? lastId(tool);
    const call = toolCallId ?? null;
    this.#recorder.start({ id, parentId: parentId ?? null, kind: "tool", name, input: argumentsOf(input), metadata, toolCallId: call });
  }

  override handleToolEnd(output: unknown, id: string): void {
    this.#recorder.end(id, { output });
  }

  override handleToolError(error: unknown, id: string): void {
    this.handleChainError(error, id);
  }

  override handleRetrieverStart(
    retriever: unknown,
    query: string,
    id: string,
    parentId?: string,
    _tags?: string[],
    metadata?: Record<string, unknown>,
    runName?: string,
  ): void {
    this.#recorder.start({ id, parentId: parentId ?? null, kind: "retriever", name: runName ?? lastId(retriever), input: query, metadata });
  }

  override handleRetrieverEnd(documents: unknown, id: string): void {
    this.#recorder.end(id, { output: documents });
  }

  override handleRetrieverError(error: unknown, id: string): void {
    this.handleChainError(error, id);
  }

  #startModel(
    model: unknown,
    input: unknown,
    call: { id: string; parentId: string | null; extra: unknown; metadata: Record<string, unknown>; runName: string | undefined },
  ): void {
    const { id, parentId, metadata, runName } = call;
    const parameters = parametersOf(call.extra);
    const asked = askedModel(model, parameters, metadata);
    this.#recorder.start({ id, parentId, kind: "model", name: runName ?? asked ?? "model", input, metadata, model: asked, parameters });
  }
}
