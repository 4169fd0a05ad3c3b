import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ fails: Annotation<number>, note: Annotation<string> });

const seen = new Map<string, number>();

/** Fails as often as the input says, at most three times in a run. */
export const graph = new StateGraph(State)
  .addNode(
    "flaky",
    (state, config) => {
      const key = String(config.configurable?.["thread_id"]);
      const failed = seen.get(key) ?? 0;
      if (failed >= state.fails) return { note: `worked after ${failed}` };
      seen.set(key, failed + 1);
      throw new Error(`Not yet (${failed + 1})`);
    },
    { retryPolicy: { maxAttempts: 3, initialInterval: 10, jitter: false, logWarning: false } },
  )
  .addEdge(START, "flaky");
