import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ fail: Annotation<boolean>, log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });

function explode(state: typeof State.State): { log: string[] } {
  if (state.fail) throw new TypeError("The node broke");
  return { log: ["fine"] };
}

export const graph = new StateGraph(State)
  .addNode("before", () => ({ log: ["before"] }))
  .addNode("explode", explode)
  .addEdge(START, "before")
  .addEdge("before", "explode")
  .addEdge("explode", END);
