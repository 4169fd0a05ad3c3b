import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  topic: Annotation<string>,
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  verdict: Annotation<string>,
});

/** Collects two notes. */
function gather(state: typeof State.State) {
  return { notes: [`first on ${state.topic}`, `second on ${state.topic}`] };
}

/** Asks twice. */
function review(state: typeof State.State) {
  const first: unknown = interrupt({ question: `Are ${state.notes.length} notes enough?` });
  const second: unknown = interrupt({ question: "Sure?" });
  return { verdict: `${String(first)}, ${String(second)}` };
}

/** Goes where it likes. */
function decide(state: typeof State.State) {
  return new Command({ update: { notes: ["decided"] }, goto: state.verdict === "again" ? "gather" : "fail" });
}

/** Never works. */
function fail(): never {
  throw new Error("The printer is on fire");
}

/** Never answers. */
async function wait() {
  await new Promise(() => undefined);
  return {};
}

const inner = new StateGraph(State)
  .addNode("write", (state) => ({ notes: [`written on ${state.topic}`] }))
  .addEdge(START, "write")
  .addEdge("write", END)
  .compile();

export const graph = new StateGraph(State)
  .addNode("gather", gather)
  .addNode("desk", inner)
  .addNode("review", review)
  .addNode("decide", decide, { ends: ["gather", "fail"] })
  .addNode("fail", fail)
  .addNode("wait", wait)
  .addEdge(START, "gather")
  .addEdge("gather", "desk")
  .addConditionalEdges("desk", (state) => (state.topic === "wait" ? "wait" : "review"), ["review", "wait"])
  .addEdge("review", "decide")
  .addEdge("wait", END);
