import { Annotation, END, START, Send, StateGraph } from "@langchain/langgraph";

const Inner = Annotation.Root({ word: Annotation<string>, words: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });

const child = new StateGraph(Inner)
  .addNode("check", (state) => ({ words: [`checked ${state.word}`] }))
  .addNode("shout", (state) => ({ words: [state.word.toUpperCase()] }))
  .addEdge(START, "check")
  .addConditionalEdges("check", (state) => (state.word.length > 3 ? "long" : "short"), { long: "shout", short: END })
  .addEdge("shout", END)
  .compile();

const Outer = Annotation.Root({ text: Annotation<string>, words: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });

export const graph = new StateGraph(Outer)
  .addNode("split", () => ({}))
  .addNode("child", child)
  .addNode("join", () => ({}))
  .addEdge(START, "split")
  .addConditionalEdges("split", (state) => state.text.split(" ").map((word) => new Send("child", { word })))
  .addEdge("child", "join")
  .addEdge("join", END);
