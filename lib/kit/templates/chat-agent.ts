import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { modelNode } from "../model-node";
import type { ScriptedReply, ScriptedTurn } from "../scripted-model";
import { toolsNode } from "../tools-node";

export const title = "Chat agent";
export const description = "A model that may call tools, in a loop, until it has an answer.";
export const exampleInputs = [
  { messages: [{ role: "user", content: "What is 12 times 34?" }] },
  { messages: [{ role: "user", content: "What time is it?" }] },
];

const State = new StateSchema({
  /** The conversation. */
  messages: MessagesValue,
});

const multiply = tool(({ a, b }: { a: number; b: number }) => String(a * b), {
  name: "multiply",
  description: "Multiplies two numbers.",
  schema: z.object({ a: z.number(), b: z.number() }),
});

const getTime = tool(() => new Date().toISOString(), {
  name: "get_time",
  description: "Tells the date and time of now.",
  schema: z.object({}),
});

/** Asks the model, which answers or asks for tools. */
const model = modelNode({
  system: "You are a helpful assistant. Use your tools, and be brief.",
  tools: [multiply, getTime],
  script: answerOffline,
});

/** Runs the tools that the model asked for. */
const tools = toolsNode({ tools: [multiply, getTime] });

/** Goes to the tools as long as the model asks for one. */
function route(state: typeof State.State): "call tools" | "answer" {
  const last = state.messages.at(-1);
  return AIMessage.isInstance(last) && (last.tool_calls?.length ?? 0) > 0 ? "call tools" : "answer";
}

/** What the scripted model says while there is no other. */
function answerOffline({ messages }: ScriptedTurn): ScriptedReply {
  const last = messages.at(-1);
  if (ToolMessage.isInstance(last)) return `It is ${last.text}.`;
  const question = last?.text ?? "";
  const [a, b] = (question.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  if (a !== undefined && b !== undefined) return { toolCalls: [{ name: "multiply", args: { a, b } }] };
  if (/\b(time|date|day)\b/i.test(question)) return { toolCalls: [{ name: "get_time", args: {} }] };
  return "Hello! Ask me to multiply two numbers, or what time it is.";
}

export const graph = new StateGraph(State)
  .addNode("model", model)
  .addNode("tools", tools)
  .addEdge(START, "model")
  .addConditionalEdges("model", route, { "call tools": "tools", answer: END })
  .addEdge("tools", "model");
