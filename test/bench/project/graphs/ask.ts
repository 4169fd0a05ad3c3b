import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";

export const title = "Ask";
export const description = "Asks one question and remembers the answer.";

const AskState = Annotation.Root({ answer: Annotation<string>() });

/** A run that waits, and one that goes on with the answer. */
export const ask = new StateGraph(AskState)
  .addNode("ask", () => ({ answer: String(interrupt("May it go on?")) }))
  .addEdge(START, "ask")
  .addEdge("ask", END);
