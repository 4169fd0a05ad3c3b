import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ trail: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });

const say = (word: string) => () => ({ trail: [word] });

/** `summary` waits until the longer of two paths has come to its end. */
export const graph = new StateGraph(State)
  .addNode("short", say("short"))
  .addNode("long", say("long"))
  .addNode("longer", say("longer"))
  .addNode("summary", say("summary"), { defer: true })
  .addEdge(START, "short")
  .addEdge(START, "long")
  .addEdge("long", "longer")
  .addEdge("short", "summary")
  .addEdge("longer", "summary");
