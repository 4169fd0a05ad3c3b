/** Counts, and remembers in its module how often it ran. */
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

export const exampleInput = { n: 1 };

let calls = 0;

const State = Annotation.Root({
  n: Annotation<number>,
  calls: Annotation<number>,
  log: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

/** Adds one to the number. Then nothing else. */
async function increment(state: typeof State.State) {
  calls += 1;
  return { n: (state.n ?? 0) + 1, calls, log: ["increment"] };
}

const double = (state: typeof State.State) => ({ n: state.n * 2, log: ["double"] });

export const graph = new StateGraph(State)
  .addNode("increment", increment)
  .addNode("double", double)
  .addEdge(START, "increment")
  .addEdge("increment", "double")
  .addEdge("double", END);
