import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number>, go: Annotation<boolean> });

export const graph = new StateGraph(State)
  .addNode("first", () => ({ n: 1 }))
  .addNode("exit", (state) => {
    if (state.go) process.exit(1);
    return { n: 2 };
  })
  .addEdge(START, "first")
  .addEdge("first", "exit");
