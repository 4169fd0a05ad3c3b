import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

export const title = "Loop";
export const description = "Counts to a number, one superstep at a time.";

const LoopState = Annotation.Root({
  target: Annotation<number>(),
  /** How many notes the state keeps; each is about 100 bytes. */
  keep: Annotation<number>(),
  count: Annotation<number>({ reducer: (total, added) => total + added, default: () => 0 }),
  notes: Annotation<{ id: string; text: string }[]>({ reducer: (_old, notes) => notes, default: () => [] }),
});

function count(state: typeof LoopState.State): Partial<typeof LoopState.State> {
  const round = state.count + 1;
  const note = { id: `note-${round}`, text: `This is round ${round} of ${state.target}, and this is what was noted in it.` };
  return { count: 1, notes: [...state.notes, note].slice(-state.keep) };
}

/** A superstep does next to nothing, so that what is measured is the cost of everything around it. */
export const loop = new StateGraph(LoopState)
  .addNode("step", count)
  .addEdge(START, "step")
  .addConditionalEdges("step", (state) => (state.count < state.target ? "step" : END), ["step", END]);
