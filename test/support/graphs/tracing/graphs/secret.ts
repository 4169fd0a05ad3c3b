import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ text: Annotation<string>, nested: Annotation<Record<string, unknown>> });

/** Puts a secret of the environment wherever one may end up. */
export const graph = new StateGraph(State)
  .addNode("leak", () => {
    const key = process.env["TRACE_API_KEY"] ?? "";
    return {
      text: `the key is ${key}.`,
      nested: { [key]: [key], json: JSON.stringify({ inner: JSON.stringify({ key }) }), pin: Number(process.env["TRACE_PIN_SECRET"]) },
    };
  })
  .addEdge(START, "leak")
  .addEdge("leak", END);
