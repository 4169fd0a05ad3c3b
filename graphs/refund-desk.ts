import { AIMessage, ToolMessage, type ToolCall } from "@langchain/core/messages";
import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { END, MessagesValue, START, StateGraph, StateSchema, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { z } from "zod";
import { askApproval } from "../lib/kit/approval";
import { createModel } from "../lib/kit/model";
import type { ScriptedReply, ScriptedTurn } from "../lib/kit/scripted-model";

export const title = "Refund desk";
export const description =
  "An agent that may refund orders: a rule or a person decides, steps and tokens are limited, and repeated calls are noticed.";
export const exampleInputs = [
  { messages: [{ role: "user", content: "Refund order A17" }], limit: 50 },
  { messages: [{ role: "user", content: "Refund order A17" }], limit: 30 },
  { messages: [{ role: "user", content: "Refund order A17" }], reviewer: "person" },
  { messages: [{ role: "user", content: "Refund order A17" }], max_tokens: 1500 },
  { messages: [{ role: "user", content: "Refund order A17, and keep looking it up" }] },
];

const limit = z.number().min(0).default(50).meta({ title: "Approval rule", description: "Refunds up to this amount pass without a person." });
const reviewer = z
  .enum(["rule", "person"])
  .default("rule")
  .meta({ title: "Reviewer", description: "Who decides: the rule alone, or a person about every refund." });
const max_steps = z.number().int().min(1).default(8).meta({ title: "Step budget" });
const max_tokens = z.number().int().min(1).default(20_000).meta({ title: "Token budget" });

const State = new StateSchema({
  messages: MessagesValue,
  limit,
  reviewer,
  max_steps,
  max_tokens,
  /** Rounds of tools that are done. */
  steps: z.number().int().default(0),
  tokens: z.number().int().default(0),
  /** How often each call was made, by name and arguments. */
  calls: z.record(z.string(), z.number().int()).default(() => ({})),
});
type Refund = typeof State.State;
const Input = new StateSchema({ messages: MessagesValue, limit, reviewer, max_steps, max_tokens });

/** A run that used up what it was given. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";
}

/** The same call is answered so often; after that the run ends. */
const MAX_EQUAL_CALLS = 3;

const lookupOrder = tool(({ order_id }) => JSON.stringify({ id: order_id, total: 40, status: "delivered" }), {
  name: "lookup_order",
  description: "Looks an order up: its total and status.",
  schema: z.object({ order_id: z.string() }),
});
const refund = tool(({ amount }) => JSON.stringify({ refunded: amount }), {
  name: "refund",
  description: "Refunds an amount of an order. Cannot be undone.",
  schema: z.object({ order_id: z.string(), amount: z.number() }),
});
const tools: StructuredToolInterface[] = [lookupOrder, refund];

/** Asks the model, within the budgets. */
async function model(state: Refund, config: LangGraphRunnableConfig) {
  if (state.steps >= state.max_steps) throw new BudgetError(`step budget exhausted: ${state.steps} of ${state.max_steps} steps are done`);
  const chat = (await createModel({ script: replyToCustomer })).bindTools(tools);
  const reply = await chat.invoke(state.messages, config);
  const tokens = state.tokens + (reply.usage_metadata?.total_tokens ?? 0);
  if (tokens > state.max_tokens) throw new BudgetError(`token budget exhausted: ${tokens} tokens are more than ${state.max_tokens}`);
  return { messages: [reply], tokens };
}

/** Answers the model's calls one by one; what fails or is denied goes back to the model. */
async function callTools(state: Refund, config: LangGraphRunnableConfig) {
  const last = state.messages.at(-1);
  const proposed = AIMessage.isInstance(last) ? (last.tool_calls ?? []) : [];
  // Everything is decided before anything is done: the node runs again from its first line when a person has answered.
  const decided = proposed.map((call) => ({ call, refusal: refusalOf(state, call) }));
  const calls = { ...state.calls };
  const messages: ToolMessage[] = [];
  for (const { call, refusal } of decided) {
    const id = JSON.stringify([call.name, call.args]);
    calls[id] = (calls[id] ?? 0) + 1;
    const content = refusal === null ? await perform(call, config) : JSON.stringify({ error: refusal });
    messages.push(new ToolMessage({ content, tool_call_id: call.id ?? "", name: call.name, status: refusal === null ? "success" : "error" }));
  }
  return { messages, calls, steps: state.steps + 1 };
}

/** Why a call is not made, in words for the model; null where it may be. */
function refusalOf(state: Refund, call: ToolCall): string | null {
  const times = state.calls[JSON.stringify([call.name, call.args])] ?? 0;
  if (times >= MAX_EQUAL_CALLS) throw new BudgetError(`the model made the same call of ${call.name} ${times + 1} times`);
  if (times > 0) return `repeated call: ${call.name} was called with these arguments before. Use its answer, or do something else.`;
  if (call.name !== "refund") return null;
  return isApproved(state, call) ? null : "denied by reviewer";
}

function isApproved(state: Refund, { args }: ToolCall): boolean {
  const amount = Number(args.amount);
  if (state.reviewer === "rule") return amount <= state.limit;
  const { choice } = askApproval({
    title: `Refund ${amount.toFixed(2)} for order ${String(args.order_id)}?`,
    description: amount <= state.limit ? "The rule would let it pass." : `The rule lets ${state.limit} pass without a person.`,
    choices: [
      { value: "approve", label: "Approve", style: "primary" },
      { value: "refuse", label: "Refuse", style: "danger" },
    ],
    details: { order_id: args.order_id, amount },
  });
  return choice === "approve";
}

/** What a tool throws is told to the model: one that sees its mistake can often correct it. */
async function perform(call: ToolCall, config: LangGraphRunnableConfig): Promise<string> {
  const found = tools.find(({ name }) => name === call.name);
  if (found === undefined) return JSON.stringify({ error: `unknown tool ${call.name}` });
  try {
    const answer: unknown = await found.invoke({ ...call, type: "tool_call" }, config);
    return ToolMessage.isInstance(answer) ? answer.text : JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}

function route(state: Refund): "call tools" | "answer" {
  const last = state.messages.at(-1);
  return AIMessage.isInstance(last) && (last.tool_calls?.length ?? 0) > 0 ? "call tools" : "answer";
}

/** The scripted model: looks the order up, asks for a refund of 40, and says what came of it. */
function replyToCustomer({ messages }: ScriptedTurn): ScriptedReply {
  const answers = messages.filter((message) => ToolMessage.isInstance(message));
  const last = answers.at(-1);
  const keepsLooking = /keep looking/i.test(messages[0]?.text ?? "");
  if (last === undefined || keepsLooking) {
    return { toolCalls: [{ name: "lookup_order", args: { order_id: "A17" } }], usage: { input: 800, output: 100 } };
  }
  if (last.name === "lookup_order")
    return { toolCalls: [{ name: "refund", args: { order_id: "A17", amount: 40 } }], usage: { input: 1000, output: 100 } };
  const text = last.text.includes("denied by reviewer")
    ? "I may not refund order A17: the reviewer denied it. A colleague will get in touch."
    : "Refund of 40.00 issued for order A17.";
  return { text, usage: { input: 650, output: 50 } };
}

export const graph = new StateGraph({ state: State, input: Input })
  .addNode("model", model)
  .addNode("tools", callTools)
  .addEdge(START, "model")
  .addConditionalEdges("model", route, { "call tools": "tools", answer: END })
  .addEdge("tools", "model");
