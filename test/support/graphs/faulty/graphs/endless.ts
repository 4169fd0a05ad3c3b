import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number>({ reducer: (_, n) => n, default: () => 0 }) });

export const graph = new StateGraph(State)
  .addNode("turn", (state) => ({ n: state.n + 1 }))
  .addEdge(START, "turn")
  .addEdge("turn", "turn");
