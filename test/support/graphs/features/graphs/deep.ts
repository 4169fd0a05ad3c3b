import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  round: Annotation<number>,
  trail: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

/** A subgraph in a subgraph, run twice by a loop. */
const inner = new StateGraph(State)
  .addNode("dig", (state) => ({ trail: [`dig ${state.round}`] }))
  .addNode("lift", (state) => ({ trail: [`lift ${state.round}`] }))
  .addEdge(START, "dig")
  .addEdge("dig", "lift")
  .compile();

const outer = new StateGraph(State)
  .addNode("plan", (state) => ({ trail: [`plan ${state.round}`] }))
  .addNode(
    "inner",
    async (state) => {
      const { trail } = await inner.invoke({ round: state.round, trail: [] });
      return { trail };
    },
    { subgraphs: [inner] },
  )
  .addEdge(START, "plan")
  .addEdge("plan", "inner")
  .compile();

export const graph = new StateGraph(State)
  .addNode("begin", (state) => ({ round: (state.round ?? 0) + 1 }))
  .addNode(
    "outer",
    async (state) => {
      const { trail } = await outer.invoke({ round: state.round, trail: [] });
      return { trail };
    },
    { subgraphs: [outer] },
  )
  .addEdge(START, "begin")
  .addEdge("begin", "outer")
  .addConditionalEdges("outer", (state) => (state.round < 2 ? "begin" : END), ["begin", END]);
