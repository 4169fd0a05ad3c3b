import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ answers: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }) });

/** One node that asks twice, one question after the other, and then takes a moment. */
export const graph = new StateGraph(State)
  .addNode("ask", async () => {
    const first: unknown = interrupt({ question: "The first?" });
    const second: unknown = interrupt({ question: `After ${String(first)}, the second?` });
    await new Promise((resolve) => setTimeout(resolve, second === "slowly" ? 30_000 : 0));
    return { answers: [`${String(first)} ${String(second)}`] };
  })
  .addEdge(START, "ask")
  .compile();
