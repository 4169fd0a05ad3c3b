import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });

/** Reports its progress to whoever listens. */
export const graph = new StateGraph(State)
  .addNode("work", (state, config: LangGraphRunnableConfig) => {
    for (const percent of [25, 50, 100]) config.writer?.({ percent, text: `${percent} % done` });
    return { n: (state.n ?? 0) + 1 };
  })
  .addEdge(START, "work");
