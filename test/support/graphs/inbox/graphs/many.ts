import { Annotation, START, Send, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({
  count: Annotation<number>,
  item: Annotation<number>,
  done: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

/** As many packets of `Send` as the input wants, each of which asks. */
export const graph = new StateGraph(State)
  .addNode("plan", () => ({}))
  .addNode("work", ({ item }) => ({ done: [`${item} ${String(interrupt({ question: `Item ${item}?` }))}`] }))
  .addEdge(START, "plan")
  .addConditionalEdges("plan", (state) => Array.from({ length: state.count }, (_, item) => new Send("work", { item })), ["work"])
  .compile();
