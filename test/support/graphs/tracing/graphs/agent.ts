import { tool } from "@langchain/core/tools";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { ScriptedChatModel } from "../../../../../lib/kit/scripted-model";

const State = Annotation.Root({
  question: Annotation<string>,
  answers: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

const model = new ScriptedChatModel({
  delayMs: 2,
  script: ({ tools }) => (tools.length > 0 ? { text: "Let me count.", toolCalls: [{ name: "count", args: { text: "abc" } }] } : "Three letters."),
});
const count = tool(({ text }) => (text === "" ? Promise.reject(new Error("There is nothing to count.")) : Promise.resolve(text.length)), {
  name: "count",
  description: "Counts letters.",
  schema: z.object({ text: z.string() }),
});

/** Calls a model and a tool with the node's config. */
const withConfig = async ({ question }: typeof State.State, config: object) => {
  const answer = await model.bindTools([count], { tool_choice: "auto" }).invoke([{ role: "user", content: question }], config);
  const call = answer.tool_calls?.[0];
  if (call !== undefined) await count.invoke({ ...call, type: "tool_call" }, config);
  return { answers: [answer.text] };
};

/** The same without handing anything on. */
const withoutConfig = async () => ({ answers: [(await model.invoke("How many?")).text] });

const inner = new StateGraph(State)
  .addNode("think", withoutConfig)
  .addNode("fail", async () => {
    await count.invoke({ text: "" }).catch(() => undefined);
    return {};
  })
  .addEdge(START, "think")
  .addEdge("think", "fail")
  .addEdge("fail", END)
  .compile();

export const graph = new StateGraph(State)
  .addNode("ask", withConfig)
  .addNode("inside", inner)
  .addEdge(START, "ask")
  .addEdge("ask", "inside")
  .addEdge("inside", END);
