import { Annotation, START, StateGraph, type LangGraphRunnableConfig } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });

export const graph = new StateGraph(State)
  .addNode("report", (state, config: LangGraphRunnableConfig) => {
    config.writer?.({ progress: 50, at: new Date(0) });
    return { n: state.n };
  })
  .addEdge(START, "report");
