import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager } from "@langchain/core/callbacks/manager";

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

  override async handleChainStart(...start: Parameters<CallbackManager["handleChainStart"]>) {
    const run = await super.handleChainStart(...start);
    run.getChild = (tag) => this.#childOf(run.runId, tag);
    return run;
  }

  #childOf(runId: string, tag: string | undefined): TraceCallbackManager {
    const child = new TraceCallbackManager(runId);
    child.setHandlers(this.inheritableHandlers);
    child.addTags(this.inheritableTags);
    child.addMetadata(this.inheritableMetadata);
    if (tag !== undefined) child.addTags([tag], false);
    return child;
  }
}

/** What a run's config has as `callbacks`, so that the handler hears of everything inside. */
export function callbacksOf(handler: BaseCallbackHandler): CallbackManager {
  return new TraceCallbackManager(undefined, { handlers: [handler], inheritableHandlers: [handler] });
}
