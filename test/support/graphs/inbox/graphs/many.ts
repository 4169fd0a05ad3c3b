import { Annotation, START, Send, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({
  count: Annotation<number>,
  done: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});
const Item = Annotation.Root({ item: Annotation<number>, done: State.spec.done });

/** As many packets of `Send` as the input wants, each of which asks. */
export const graph = new StateGraph(State)
  .addNode("plan", () => ({}))
  .addNode("work", ({ item }: typeof Item.State) => ({ done: [`${item} ${String(interrupt({ question: `Item ${item}?` }))}`] }), { input: Item })
  .addEdge(START, "plan")
  .addConditionalEdges("plan", (state) => Array.from({ length: state.count }, (_, item) => new Send("work", { item })), ["work"])
  .compile();
