import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({
  topic: Annotation<string>,
  answers: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

const ask = (name: string) => async (state: typeof State.State) => {
  const answer: unknown = interrupt({ question: `${name}: is ${state.topic} good?` });
  await new Promise((resolve) => setTimeout(resolve, answer === "slowly" ? 2000 : 0));
  return { answers: [`${name} ${String(answer)}`] };
};

const finance = new StateGraph(State).addNode("asks", ask("finance")).addEdge(START, "asks").compile();

/** Two are asked at the same time, one of them in a subgraph. */
export const graph = new StateGraph(State)
  .addNode("legal", ask("legal"))
  .addNode("finance", finance)
  .addNode("publish", (state) => ({ answers: [`published after ${state.answers.length}`] }))
  .addEdge(START, "legal")
  .addEdge(START, "finance")
  .addEdge(["legal", "finance"], "publish")
  .compile();
