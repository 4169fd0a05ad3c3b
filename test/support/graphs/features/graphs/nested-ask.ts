import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({
  topic: Annotation<string>,
  trail: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

const innermost = new StateGraph(State)
  .addNode("read", (state) => ({ topic: state.topic.toUpperCase() }))
  .addNode("ask", (state) => {
    const answer: string = interrupt({ question: `Is ${state.topic} right?` });
    return { trail: [`${state.topic} ${answer}`] };
  })
  .addEdge(START, "read")
  .addEdge("read", "ask")
  .compile();

const middle = new StateGraph(State)
  .addNode("mark", (state) => ({ topic: `${state.topic}!` }))
  .addNode("innermost", innermost)
  .addEdge(START, "mark")
  .addEdge("mark", "innermost")
  .compile();

/** Asks two subgraphs deep: the nested states are saved, and can be edited. */
export const graph = new StateGraph(State)
  .addNode("middle", middle)
  .addNode("finish", () => ({ trail: ["finished"] }))
  .addEdge(START, "middle")
  .addEdge("middle", "finish");
