import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number>, answer: Annotation<number> });

/** Asks for a number, then takes its time. */
async function ask() {
  const answer: number = interrupt("Which number?");
  await sleep(1000);
  return { answer };
}

export const graph = new StateGraph(State)
  .addNode("ask", ask)
  .addNode("count", (state) => ({ n: state.n + 1 }))
  .addEdge(START, "ask")
  .addEdge("ask", "count");
