import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });

/** Never returns, and does not listen to its signal. */
export const graph = new StateGraph(State).addNode("never", () => new Promise<{ n: number }>(() => undefined)).addEdge(START, "never");
