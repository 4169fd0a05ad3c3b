import { Annotation, START, Send, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ mode: Annotation<string>, notes: Annotation<string[]> });
type Now = typeof State.State;

/** Has no path map: its answers are names of nodes. */
function anywhere(state: Now): string | Send[] {
  if (state.mode === "throws") throw new TypeError(`no way on from ${state.notes.length} notes`);
  if (state.mode === "sends") return state.notes.map((note) => new Send("work", { note }));
  return state.mode;
}

/** Never answers. */
function later(): Promise<string> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), 120_000).unref());
}

export const graph = new StateGraph(State)
  .addNode("choose", () => ({}))
  .addNode("work", () => ({}))
  .addNode("wait", () => ({}))
  .addEdge(START, "choose")
  .addConditionalEdges("choose", anywhere)
  .addConditionalEdges("wait", later, ["work"]);
