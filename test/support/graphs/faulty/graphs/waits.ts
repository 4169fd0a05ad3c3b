import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });

/** How often a node heard its signal. */
let aborted = 0;

export const graph = new StateGraph(State)
  .addNode("count", () => ({ n: aborted }))
  .addNode("wait", async (state, config: LangGraphRunnableConfig) => {
    if (state.n !== 0) return {};
    await new Promise((resolve) => {
      config.signal?.addEventListener("abort", () => {
        aborted += 1;
        resolve(null);
      });
    });
    return {};
  })
  .addEdge(START, "count")
  .addEdge("count", "wait");
