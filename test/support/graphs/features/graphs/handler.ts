import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });

/** `risky` always fails; its error handler writes down why, and the workflow goes on. */
export const graph = new StateGraph(State)
  .addNode(
    "risky",
    () => {
      throw new TypeError("Too risky");
    },
    {
      errorHandler: (_state: typeof State.State, { node, error }: { node: string; error: Error }) =>
        new Command({ goto: "after", update: { log: [`${node}: ${error.message}`] } }),
    },
  )
  .addNode("after", () => ({ log: ["after"] }))
  .addEdge(START, "risky")
  .addEdge("risky", "after")
  .addEdge("after", END);
