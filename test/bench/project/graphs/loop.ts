import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

export const title = "Loop";
export const description = "Counts to a number, one superstep at a time.";

const LoopState = Annotation.Root({
  target: Annotation<number>(),
  count: Annotation<number>({ reducer: (total, added) => total + added, default: () => 0 }),
  note: Annotation<string>(),
});

function count(state: typeof LoopState.State): Partial<typeof LoopState.State> {
  return { count: 1, note: `This is round ${state.count + 1} of ${state.target}.` };
}

/** A superstep does next to nothing, so that what is measured is the cost of everything around it. */
export const loop = new StateGraph(LoopState)
  .addNode("step", count)
  .addEdge(START, "step")
  .addConditionalEdges("step", (state) => (state.count < state.target ? "step" : END), ["step", END]);
