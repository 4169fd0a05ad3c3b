import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  done: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

function worker(name: string, ms: number) {
  return new StateGraph(State)
    .addNode("wait", async () => {
      await sleep(ms);
      return {};
    })
    .addNode("report", () => ({ done: [name] }))
    .addEdge(START, "wait")
    .addEdge("wait", "report")
    .compile();
}

/** Two subgraphs in one superstep, a quick and a slow one. */
export const graph = new StateGraph(State)
  .addNode("quick", worker("quick", 20))
  .addNode("slow", worker("slow", 300))
  .addNode("both", () => ({ done: ["both"] }))
  .addEdge(START, "quick")
  .addEdge(START, "slow")
  .addEdge(["quick", "slow"], "both");
