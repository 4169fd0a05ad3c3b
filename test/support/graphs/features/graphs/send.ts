import { Annotation, START, Send, StateGraph } from "@langchain/langgraph";

const Item = Annotation.Root({ word: Annotation<string>, lengths: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });

const measure = new StateGraph(Item)
  .addNode("count", (state) => ({ lengths: [`${state.word}=${state.word.length}`] }))
  .addEdge(START, "count")
  .compile();

const State = Annotation.Root({
  words: Annotation<string[]>,
  shouted: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  lengths: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
});

/** Each word goes to an instance of a node and of a subgraph, with an input of its own. */
export const graph = new StateGraph(State)
  .addNode("split", () => ({}))
  .addNode("shout", (item: { word: string }) => ({ shouted: [item.word.toUpperCase()] }))
  .addNode("measure", measure)
  .addNode("gather", () => ({}))
  .addEdge(START, "split")
  .addConditionalEdges("split", (state) => state.words.flatMap((word) => [new Send("shout", { word }), new Send("measure", { word })]), [
    "shout",
    "measure",
  ])
  .addEdge("shout", "gather")
  .addEdge("measure", "gather");
