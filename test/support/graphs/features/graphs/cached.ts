import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

const State = Annotation.Root({ n: Annotation<number>, squared: Annotation<number>, calls: Annotation<number> });

let calls = 0;

/** Squares a number once; asked again with the same number, the result comes from the cache. */
export const graph = new StateGraph(State)
  .addNode(
    "square",
    (state) => {
      calls += 1;
      return { squared: state.n * state.n, calls };
    },
    { cachePolicy: { keyFunc: (args: unknown[]) => JSON.stringify(args.map((arg) => (arg as { n: number }).n)) } },
  )
  .addNode("after", () => ({}))
  .addEdge(START, "square")
  .addEdge("square", "after")
  .compile({ cache: new InMemoryCache() });
