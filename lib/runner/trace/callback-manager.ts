import { randomUUID } from "node:crypto";
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager, CallbackManagerForChainRun } from "@langchain/core/callbacks/manager";
import { TraceCallbacks } from "./callbacks";

/**
 * LangChain copies a manager, with all its metadata, several times for every node that runs. This one behaves the same
 * and copies each key once, where LangChain's copies all keys for each key: a long loop notices.
 */
export class TraceCallbackManager extends CallbackManager {
  override copy(additional: BaseCallbackHandler[] = [], inherit = true): TraceCallbackManager {
    const copied = new TraceCallbackManager(this.getParentRunId(), {
      handlers: [...this.handlers],
      inheritableHandlers: [...this.inheritableHandlers],
      tags: [...this.tags],
      inheritableTags: [...this.inheritableTags],
      metadata: { ...this.metadata },
      inheritableMetadata: { ...this.inheritableMetadata },
    });
    for (const handler of additional) copied.addHandler(handler, inherit);
    return copied;
  }

  override addMetadata(metadata: Record<string, unknown>, inherit = true): void {
    Object.assign(this.metadata, metadata);
    if (inherit) Object.assign(this.inheritableMetadata, metadata);
  }

  override async handleChainStart(...start: Parameters<CallbackManager["handleChainStart"]>): Promise<CallbackManagerForChainRun> {
    const [only] = this.handlers;
    if (this.handlers.length !== 1 || only === undefined || !(only instanceof TraceCallbacks)) return await super.handleChainStart(...start);
    const [chain, inputs, runId = randomUUID(), runType, , , runName] = start;
    only.handleChainStart(chain, inputs, runId, this.getParentRunId(), this.tags, this.metadata, runType, runName);
    return new TraceChainRun(only, {
      runId,
      parentId: this.getParentRunId(),
      tags: [this.tags, this.inheritableTags],
      metadata: [this.metadata, this.inheritableMetadata],
    });
  }
}

type ChainRun = {
  runId: string;
  parentId: string | undefined;
  tags: [own: string[], inheritable: string[]];
  metadata: [own: Record<string, unknown>, inheritable: Record<string, unknown>];
};

/** A chain that only the run's own handler hears of, which needs neither waiting nor a queue. */
class TraceChainRun extends CallbackManagerForChainRun {
  readonly #handler: TraceCallbacks;

  constructor(handler: TraceCallbacks, { runId, parentId, tags, metadata }: ChainRun) {
    super(runId, [handler], [handler], ...tags, ...metadata, parentId);
    this.#handler = handler;
  }

  override getChild(tag?: string): TraceCallbackManager {
    return new TraceCallbackManager(this.runId, {
      handlers: [...this.inheritableHandlers],
      inheritableHandlers: [...this.inheritableHandlers],
      tags: tag === undefined ? [...this.inheritableTags] : [...this.inheritableTags, tag],
      inheritableTags: [...this.inheritableTags],
      metadata: { ...this.inheritableMetadata },
      inheritableMetadata: { ...this.inheritableMetadata },
    });
  }

  override async handleChainEnd(output: unknown): Promise<void> {
    this.#handler.handleChainEnd(output, this.runId);
  }

  override async handleChainError(error: unknown): Promise<void> {
    this.#handler.handleChainError(error, this.runId);
  }
}

/** What a config has as `callbacks`, so that the handler hears of everything inside. `parentId` is the span around it. */
export function callbacksOf(handler: BaseCallbackHandler, parentId?: string): CallbackManager {
  return new TraceCallbackManager(parentId, { handlers: [handler], inheritableHandlers: [handler] });
}
