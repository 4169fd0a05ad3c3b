import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number>, go: Annotation<boolean> });

/** Keeps the process to itself for ever. */
function spin(state: typeof State.State) {
  let n = 0;
  while (state.go) n += 1;
  return { n };
}

export const graph = new StateGraph(State)
  .addNode("first", () => ({ n: 1 }))
  .addNode("spin", spin)
  .addEdge(START, "first")
  .addEdge("first", "spin");
