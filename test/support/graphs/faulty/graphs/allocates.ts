import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number>, go: Annotation<boolean> });

/** Allocates until the heap is full. */
function allocate(state: typeof State.State) {
  const kept: string[][] = [];
  while (state.go) kept.push(Array.from({ length: 10_000 }, (_, index) => `item ${index} of ${kept.length}`));
  return { n: kept.length };
}

export const graph = new StateGraph(State)
  .addNode("first", () => ({ n: 1 }))
  .addNode("allocate", allocate)
  .addEdge(START, "first")
  .addEdge("first", "allocate");
