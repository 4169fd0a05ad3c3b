import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

export const title = "Journal";
export const description = "Adds a note in each superstep, so that its state grows.";

const JournalState = Annotation.Root({
  target: Annotation<number>(),
  count: Annotation<number>({ reducer: (total, added) => total + added, default: () => 0 }),
  notes: Annotation<{ id: string; text: string }[]>({ reducer: (old, added) => [...old, ...added], default: () => [] }),
});

function note(state: typeof JournalState.State): Partial<typeof JournalState.State> {
  const round = state.count + 1;
  return { count: 1, notes: [{ id: `note-${round}`, text: `This is round ${round} of ${state.target}.` }] };
}

/** The workflow of the long threads that `large-thread.ts` writes. */
export const journal = new StateGraph(JournalState)
  .addNode("note", note)
  .addEdge(START, "note")
  .addConditionalEdges("note", (state) => (state.count < state.target ? "note" : END), ["note", END]);
