import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({
  topic: Annotation<string>,
  answers: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

const ask = (name: string) => (state: typeof State.State) => {
  const answer: unknown = interrupt({ question: `${name}: is ${state.topic} good?`, choices: ["yes", "no"] });
  return { answers: [`${name} ${String(answer)}`] };
};

/** Two people are asked at the same time. */
export const graph = new StateGraph(State)
  .addNode("prepare", (state) => ({ topic: state.topic ?? "nothing" }))
  .addNode("legal", ask("legal"))
  .addNode("finance", ask("finance"))
  .addNode("publish", (state) => ({ answers: [`published after ${state.answers.length}`] }))
  .addEdge(START, "prepare")
  .addEdge("prepare", "legal")
  .addEdge("prepare", "finance")
  .addEdge(["legal", "finance"], "publish")
  .addEdge("publish", END);
