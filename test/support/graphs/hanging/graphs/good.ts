import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });

export const graph = new StateGraph(State).addNode("a", () => ({ n: 1 })).addEdge(START, "a");
