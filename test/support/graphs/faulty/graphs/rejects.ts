import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ how: Annotation<"rejection" | "timer" | "nothing">, n: Annotation<number> });

/** Fails outside of what its node awaits. */
export const graph = new StateGraph(State)
  .addNode("forget", async (state) => {
    if (state.how === "rejection") void Promise.reject(new RangeError("Nobody awaited this"));
    else if (state.how === "timer")
      setTimeout(() => {
        throw new RangeError("Thrown by a timer");
      }, 1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { n: 1 };
  })
  .addEdge(START, "forget");
