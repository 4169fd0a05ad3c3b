/** Takes its time in every step, also inside of its subgraph. */
import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const n = Annotation<number>({ reducer: (_, next) => next, default: () => 0 });
const State = Annotation.Root({ n });

const child = new StateGraph(State)
  .addNode("tick", async (state) => {
    await sleep(50);
    return { n: state.n + 1 };
  })
  .addEdge(START, "tick")
  .addConditionalEdges("tick", (state) => (state.n % 100 === 0 ? END : "tick"), ["tick", END])
  .compile();

export const graph = new StateGraph(State).addNode("child", child).addEdge(START, "child").addEdge("child", END);
