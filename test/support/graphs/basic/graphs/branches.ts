import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  kind: Annotation<"small" | "large" | "none">,
  path: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

function size(state: typeof State.State) {
  return state.kind;
}

/** Returns names of nodes and the end, without a path map. */
function next(state: typeof State.State) {
  if (state.path.length > 5) return END;
  return state.kind === "large" ? "again" : "finish";
}

export const graph = new StateGraph(State)
  .addNode("read", () => ({ path: ["read"] }))
  .addNode("small", () => ({ path: ["small"] }))
  .addNode("large", () => ({ path: ["large"] }))
  .addNode("again", () => ({ path: ["again"], kind: "small" as const }))
  .addNode("finish", () => ({ path: ["finish"] }))
  .addEdge(START, "read")
  .addConditionalEdges("read", size, { small: "small", "very large": "large", large: "large", none: END })
  .addConditionalEdges("large", next)
  .addConditionalEdges("again", (state) => state.kind)
  .addEdge("small", END)
  .addEdge("finish", END);
