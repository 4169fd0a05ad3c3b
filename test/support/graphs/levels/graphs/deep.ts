import { Annotation, END, interrupt, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ words: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });

const desk = new StateGraph(State)
  .addNode("write", () => ({ words: ["written"] }))
  .addNode("sign", (state) => ({ words: [`signed ${String(interrupt({ question: "Sign?" }))} after ${state.words.length}`] }))
  .addEdge(START, "write")
  .addEdge("write", "sign")
  .addEdge("sign", END)
  .compile();

const team = new StateGraph(State)
  .addNode("gather", () => ({ words: ["gathered"] }))
  .addNode("desk", desk)
  .addEdge(START, "gather")
  .addEdge("gather", "desk")
  .addEdge("desk", END)
  .compile();

/** A question two subgraphs deep. */
export const graph = new StateGraph(State)
  .addNode("begin", () => ({ words: ["begun"] }))
  .addNode("team", team)
  .addNode("close", (state) => ({ words: [`closed ${state.words.length}`] }))
  .addEdge(START, "begin")
  .addEdge("begin", "team")
  .addEdge("team", "close")
  .addEdge("close", END);
