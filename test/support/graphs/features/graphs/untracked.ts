import { Annotation, Overwrite, START, StateGraph, StateSchema, UntrackedValue } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  n: z.number().default(0),
  connection: new UntrackedValue(z.string().optional()),
});

/** `connection` lives while a run does and is saved nowhere. */
export const graph = new StateGraph(State)
  .addNode("connect", () => ({ connection: "open", n: 1 }))
  .addNode("use", (state) => ({ n: state.connection === "open" ? 42 : -1 }))
  .addEdge(START, "connect")
  .addEdge("connect", "use");

const List = Annotation.Root({ items: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });

/** The second node replaces what the reducer collected. */
export const overwriting = new StateGraph(List)
  .addNode("collect", () => ({ items: ["a", "b"] }))
  .addNode("replace", () => ({ items: new Overwrite(["fresh"]) }))
  .addNode("append", () => ({ items: ["c"] }))
  .addEdge(START, "collect")
  .addEdge("collect", "replace")
  .addEdge("replace", "append");
