import { END, START, StateGraph, StateSchema, MessagesValue, ReducedValue } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  messages: MessagesValue,
  topic: z.string().meta({ title: "Topic" }),
  level: z.enum(["low", "high"]).default("low"),
  notes: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.string(), reducer: (notes, note) => [...notes, note] },
  ),
});

export const title = "Typed state";

export const graph = new StateGraph(State, { context: z.object({ user: z.string() }) })
  .addNode("write", (state) => ({ notes: `about ${state.topic}` }))
  .addNode("later", () => ({}), { defer: true })
  .addEdge(START, "write")
  .addEdge("write", "later")
  .addEdge("later", END);
