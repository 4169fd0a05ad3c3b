/** Writes a draft and reviews it until it is good. */
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  topic: Annotation<string>,
  round: Annotation<number>({ reducer: (_, next) => next, default: () => 0 }),
  notes: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

export const graph = new StateGraph(State)
  .addNode("draft", ({ round }) => ({ round: round + 1, notes: [`draft ${round + 1}`] }))
  .addNode("review", ({ round }) => ({ notes: [`review ${round}`] }))
  .addNode("publish", () => ({ notes: ["published"] }))
  .addEdge(START, "draft")
  .addEdge("draft", "review")
  .addConditionalEdges("review", ({ round }) => (round < 3 ? "draft" : "publish"), ["draft", "publish"])
  .addEdge("publish", END);
