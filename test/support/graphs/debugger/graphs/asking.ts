/** A subgraph with a node that asks, and one beside it. */
import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";

const log = Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] });

const child = new StateGraph(Annotation.Root({ log }))
  .addNode("ask", () => ({ log: [`asked ${String(interrupt({ question: "Go on?" }))}`] }))
  .addNode("other", () => ({ log: ["other"] }))
  .addNode("end", () => ({ log: ["end"] }))
  .addEdge(START, "ask")
  .addEdge(START, "other")
  .addEdge("ask", "end")
  .addEdge("end", END)
  .compile();

export const graph = new StateGraph(Annotation.Root({ log }))
  .addNode("child", child)
  .addNode("after", () => ({ log: ["after"] }))
  .addEdge(START, "child")
  .addEdge("child", "after")
  .addEdge("after", END);
