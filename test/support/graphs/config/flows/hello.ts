import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ text: Annotation<string> });

export const hello = new StateGraph(State)
  .addNode("greet", () => ({ text: process.env["GREETING"] ?? "none" }))
  .addEdge(START, "greet")
  .compile();
export const bye = () => new StateGraph(State).addNode("leave", () => ({ text: "Bye" })).addEdge(START, "leave");
