import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ megabytes: Annotation<number>, text: Annotation<string> });

export const graph = new StateGraph(State)
  .addNode("fill", (state) => ({ text: "x".repeat((state.megabytes ?? 20) * 1024 * 1024) }))
  .addNode("measure", (state) => ({ megabytes: state.text.length / 1024 / 1024 }))
  .addEdge(START, "fill")
  .addEdge("fill", "measure");
