/** Sends every word to a subgraph of its own. */
import { Annotation, END, START, Send, StateGraph } from "@langchain/langgraph";

const words = Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] });
const child = new StateGraph(Annotation.Root({ word: Annotation<string>, words }))
  .addNode("look", () => ({}))
  .addNode("shout", ({ word }) => ({ words: [word.toUpperCase()] }))
  .addEdge(START, "look")
  .addEdge("look", "shout")
  .addEdge("shout", END)
  .compile();

export const graph = new StateGraph(Annotation.Root({ text: Annotation<string>, words }))
  .addNode("split", () => ({}))
  .addNode("child", child)
  .addNode("plain", (task: { word: string }) => ({ words: [task.word] }))
  .addNode("join", () => ({}))
  .addEdge(START, "split")
  .addConditionalEdges("split", ({ text }) => text.split(" ").map((word) => new Send(word.length > 3 ? "child" : "plain", { word })), [
    "child",
    "plain",
  ])
  .addEdge("child", "join")
  .addEdge("plain", "join")
  .addEdge("join", END);
