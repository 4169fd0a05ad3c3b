/** Two subgraphs and a plain node side by side, then their join. */
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const log = Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] });
const side = (name: string) =>
  new StateGraph(Annotation.Root({ log }))
    .addNode("a", () => ({ log: [`${name} a`] }))
    .addNode("b", () => ({ log: [`${name} b`] }))
    .addNode("c", () => ({ log: [`${name} c`] }))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .addEdge("c", END)
    .compile();

export const graph = new StateGraph(Annotation.Root({ log }))
  .addNode("left", async (state: { log: string[] }) => ({ log: (await side("left").invoke({ log: [] }, undefined)).log, seen: state.log.length }))
  .addNode("right", side("right"))
  .addNode("plain", () => ({ log: ["plain"] }))
  .addNode("join", () => ({ log: ["join"] }))
  .addEdge(START, "left")
  .addEdge(START, "right")
  .addEdge(START, "plain")
  .addEdge(["left", "right", "plain"], "join")
  .addEdge("join", END);
