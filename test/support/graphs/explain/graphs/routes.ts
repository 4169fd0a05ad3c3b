import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ notes: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
type Now = typeof State.State;

/** Sees what its own node wrote, and nothing of the node that runs beside it. */
function byNotes(state: Now) {
  return state.notes.includes("beside") ? "too much" : state.notes.includes("decided") ? "enough" : "too little";
}

const inside = new StateGraph(State)
  .addNode("read", () => ({ notes: ["read inside"] }))
  .addNode("more", () => ({}))
  .addEdge(START, "read")
  .addConditionalEdges("read", (state) => (state.notes.includes("read inside") ? "stop" : "go on"), { stop: END, "go on": "more" })
  .compile();

export const graph = new StateGraph(State)
  .addNode("decide", () => ({ notes: ["decided"] }))
  .addNode("beside", () => ({ notes: ["beside"] }))
  .addNode("publish", inside)
  .addNode("revise", () => ({}))
  .addEdge(START, "decide")
  .addEdge(START, "beside")
  .addConditionalEdges("decide", byNotes, { enough: "publish", "too much": "revise", "too little": "revise" })
  .addConditionalEdges(
    START,
    (_state: Now, config: { configurable?: Record<string, unknown> }) => (config.configurable?.["skip"] === true ? "revise" : "decide"),
    ["decide", "revise"],
  );
