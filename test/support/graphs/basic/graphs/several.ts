import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });
const builder = (by: number) => new StateGraph(State).addNode("add", (state) => ({ n: (state.n ?? 0) + by })).addEdge(START, "add");

/** The workflow of this file that is called after it. */
export const graph = builder(1);
/** Brought its own checkpointer, which is not the store. */
export const two = builder(2).compile({ checkpointer: new MemorySaver() });
export const three = Promise.resolve(builder(3));
/** No workflow. */
export function helper() {
  return builder(4);
}
