import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ verdict: Annotation<string> });

export const graph = new StateGraph(State)
  .addNode("left", () => ({ verdict: "left" }))
  .addNode("right", () => ({ verdict: "right" }))
  .addEdge(START, "left")
  .addEdge(START, "right")
  .addEdge("left", END)
  .addEdge("right", END);
