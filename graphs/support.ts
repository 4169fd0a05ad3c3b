import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import type { RunnableConfig } from "@langchain/core/runnables";
import { z } from "zod";
import { createModel } from "../lib/kit/model";
import type { ScriptedReply, ScriptedTurn } from "../lib/kit/scripted-model";

export const title = "Order support";
export const description = "A support agent in its smallest form: a model that may call a tool, in a loop.";
export const exampleInputs = [
  { messages: [{ role: "user", content: "Where is order 123?" }] },
  { messages: [{ role: "user", content: "What about orders 124 and 125?" }] },
  { messages: [{ role: "user", content: "Thanks!" }] },
];

const State = new StateSchema({
  /** The conversation. Its reducer appends, and replaces a message that comes again with the same id. */
  messages: MessagesValue,
  /** How often the model was asked. Without a reducer, so the node writes the new sum. */
  model_calls: z.number().int().default(0),
});

/** What a customer sends; the counter is the workflow's own. */
const Input = new StateSchema({ messages: MessagesValue });

const ORDERS: Record<string, string> = {
  "123": "out for delivery",
  "124": "being packed",
  "125": "delivered on Monday",
};

const getOrderStatus = tool(({ order_id }) => ORDERS[order_id] ?? "not known to us", {
  name: "get_order_status",
  description: "Looks up the delivery status of an order.",
  schema: z.object({ order_id: z.string().describe("The number of the order, e.g. 123") }),
});

const tools = [getOrderStatus];
const INSTRUCTIONS = new SystemMessage("You are a support assistant. Look orders up before you say anything about them, and be brief.");

/** Asks the model, which answers or asks for a tool. */
async function callModel(state: typeof State.State, config: RunnableConfig) {
  const model = (await createModel({ script: replyToCustomer })).bindTools(tools);
  const reply = await model.invoke([INSTRUCTIONS, ...state.messages], config);
  return { messages: [reply], model_calls: state.model_calls + 1 };
}

/** Goes to the tools as long as the model asks for one. */
function route(state: typeof State.State): "call tools" | "answer" {
  const last = state.messages.at(-1);
  return AIMessage.isInstance(last) && (last.tool_calls?.length ?? 0) > 0 ? "call tools" : "answer";
}

/** The scripted model: looks up the orders it reads about, then reports what the tool said. */
function replyToCustomer({ messages }: ScriptedTurn): ScriptedReply {
  const answers = trailingToolAnswers(messages);
  if (answers.length > 0) return answers.join(" ");
  const question = messages.findLast((message) => HumanMessage.isInstance(message))?.text ?? "";
  const orders = /orders?\b/i.test(question) ? [...new Set(question.match(/\d+/g))] : [];
  if (orders.length > 0) return { toolCalls: orders.map((order_id) => ({ name: "get_order_status", args: { order_id } })) };
  if (/\border/i.test(question)) return "Which order do you mean? Tell me its number and I look it up.";
  if (/\b(thanks|thank you|great|perfect)\b/i.test(question)) return "You are welcome.";
  return "Hello! I can tell you where an order is: ask me, for example, where order 123 is.";
}

/** What the tools answered to the model's last calls, as sentences. */
function trailingToolAnswers(messages: ScriptedTurn["messages"]): string[] {
  const callIndex = messages.findLastIndex((message) => AIMessage.isInstance(message));
  const call = messages[callIndex];
  const orderOf = new Map(AIMessage.isInstance(call) ? (call.tool_calls ?? []).map(({ id, args }) => [id, String(args.order_id)]) : []);
  return messages
    .slice(callIndex + 1)
    .filter((message) => ToolMessage.isInstance(message))
    .map((message) => `Order ${orderOf.get(message.tool_call_id) ?? ""} is ${message.text}.`);
}

export const graph = new StateGraph({ state: State, input: Input })
  .addNode("model", callModel)
  .addNode("tools", new ToolNode(tools))
  .addEdge(START, "model")
  .addConditionalEdges("model", route, { "call tools": "tools", answer: END })
  .addEdge("tools", "model");
