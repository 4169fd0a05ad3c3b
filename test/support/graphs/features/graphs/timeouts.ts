import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ ms: Annotation<number>, note: Annotation<string> });

/** A node that may take 100 milliseconds, and 50 without a sign of life. */
export const graph = new StateGraph(State)
  .addNode(
    "work",
    async (state) => {
      await sleep(state.ms);
      return { note: "in time" };
    },
    { timeout: { runTimeout: 100, idleTimeout: 1000 } },
  )
  .addEdge(START, "work");
