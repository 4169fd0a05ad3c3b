/** Works on until its steps are done, long enough to be paused. */
import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

export const exampleInput = { steps: 200 };

const State = Annotation.Root({ steps: Annotation<number>, n: Annotation<number> });

/** Takes 100 milliseconds. */
async function work(state: typeof State.State) {
  await sleep(100);
  return { n: (state.n ?? 0) + 1 };
}

export const graph = new StateGraph(State)
  .addNode("work", work)
  .addEdge(START, "work")
  .addConditionalEdges("work", (state) => (state.n < state.steps ? "work" : END), ["work", END]);
