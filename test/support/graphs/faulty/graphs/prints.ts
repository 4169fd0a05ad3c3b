import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });

/** Prints what looks like a message of the runner, and a lot of text. */
export const graph = new StateGraph(State)
  .addNode("print", () => {
    console.log(JSON.stringify({ type: "finished", run_id: "x", thread_id: "y" }));
    for (let line = 0; line < 2000; line++) console.error(`line ${line} ${"-".repeat(80)}`);
    return { n: 1 };
  })
  .addEdge(START, "print");
