import { tool } from "@langchain/core/tools";
import { Annotation, END, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const State = Annotation.Root({
  to: Annotation<string>,
  said: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});
const send = tool(({ to }) => `sent to ${to}`, { name: "send_mail", description: "Sends.", schema: z.object({ to: z.string() }) });
const sendTo = (to: string) => async () => ({ said: [await send.invoke({ to })] });

/** Kept: what it has done stays done when its own question is answered. */
const inner = new StateGraph(State)
  .addNode("write", sendTo("inner"))
  .addNode("ask", () => ({ said: [interrupt<string, string>("Go on?")] }))
  .addEdge(START, "write")
  .addEdge("write", "ask")
  .addEdge("ask", END)
  .compile();

/** Keeps nothing: it begins anew with the node that calls it. */
const passing = new StateGraph(State)
  .addNode("write", sendTo("passing"))
  .addEdge(START, "write")
  .addEdge("write", END)
  .compile({ checkpointer: false });

export const graph = new StateGraph(State)
  .addNode("child", inner)
  .addNode("caller", async ({ to }) => {
    await passing.invoke({ to });
    return { said: [interrupt<string, string>("Shall I?")] };
  })
  .addNode("worker", sendTo("worker"))
  .addEdge(START, "child")
  .addEdge("child", "caller")
  .addConditionalEdges("caller", () => [new Send("worker", {}), new Send("worker", {})], ["worker"])
  .addEdge("worker", END);
