/** A subgraph with a subgraph in it, each with a state of its own besides the log. */
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const log = Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] });
const note = (name: string) => () => ({ log: [name] });

const Deep = Annotation.Root({ log, depth: Annotation<number> });
const deep = new StateGraph(Deep)
  .addNode("first", () => ({ log: ["first"], depth: 1 }))
  .addNode("second", () => ({ log: ["second"], depth: 2 }))
  .addEdge(START, "first")
  .addEdge("first", "second")
  .addEdge("second", END)
  .compile();

const Child = Annotation.Root({ log });
const child = new StateGraph(Child)
  .addNode("one", note("one"))
  .addNode("deep", deep)
  .addNode("two", note("two"))
  .addEdge(START, "one")
  .addEdge("one", "deep")
  .addEdge("deep", "two")
  .addEdge("two", END)
  .compile();

export const graph = new StateGraph(Annotation.Root({ log, count: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }) }))
  .addNode("before", note("before"))
  .addNode("child", child)
  .addNode("after", () => ({ log: ["after"], count: 1 }))
  .addEdge(START, "before")
  .addEdge("before", "child")
  .addEdge("child", "after")
  .addConditionalEdges("after", ({ count }) => (count < 2 ? "child" : END), ["child", END]);
