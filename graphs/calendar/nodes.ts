import { AIMessage, ToolMessage, type ToolCall } from "@langchain/core/messages";
import { Send, getConfig, task, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { askApproval } from "../../lib/kit/approval";
import { createModel } from "../../lib/kit/model";
import { replyToRequest } from "./script";
import type { Calendar } from "./state";
import { needsApproval, toolsOf } from "./tools";

type Calls = Pick<Calendar, "guard" | "idempotency_key">;
/** What one node of `node_per_call` is given. */
export type OneCall = Calls & { call: ToolCall };

/** Asks the model, which proposes calls or says what came of them. */
export async function agent(state: Calendar, config: LangGraphRunnableConfig) {
  const model = (await createModel({ script: replyToRequest })).bindTools(toolsOf(state));
  return { messages: [await model.invoke(state.messages, config)] };
}

/** The calls of the model's last turn. */
function proposed({ messages }: Calendar): ToolCall[] {
  const last = messages.at(-1);
  return AIMessage.isInstance(last) ? (last.tool_calls ?? []) : [];
}

/** Where the proposed calls are made. */
export function whereTo(state: Calendar): string | Send[] {
  const calls = proposed(state);
  if (calls.length === 0) return "nothing to do";
  if (state.guard === "own_node") return "ask first";
  if (state.guard !== "node_per_call") return "all in one node";
  return calls.map((call) => new Send("one call", { guard: state.guard, idempotency_key: state.idempotency_key, call } satisfies OneCall));
}

function ask({ name, args }: ToolCall): "approve" | "refuse" {
  const { choice } = askApproval({
    title: `Let the agent call ${name}?`,
    description: "It cannot be undone.",
    choices: [
      { value: "approve", label: "Approve", style: "primary" },
      { value: "refuse", label: "Refuse", style: "danger" },
    ],
    details: { tool: name, arguments: args },
  });
  return choice === "approve" ? "approve" : "refuse";
}

/** The reviewer's no is an observation for the agent like any other. */
function denied(call: ToolCall): ToolMessage {
  return new ToolMessage({ content: "denied by reviewer", tool_call_id: call.id ?? "", name: call.name, status: "error" });
}

/** Makes a call. What the tool throws is told to the model. */
async function perform(state: Calls, call: ToolCall, config: LangGraphRunnableConfig): Promise<ToolMessage> {
  const answer = (content: string, status: "success" | "error") => new ToolMessage({ content, tool_call_id: call.id ?? "", name: call.name, status });
  const found = toolsOf(state).find(({ name }) => name === call.name);
  if (found === undefined) return answer(`unknown tool ${call.name}`, "error");
  try {
    const result: unknown = await found.invoke({ ...call, type: "tool_call" }, config);
    return ToolMessage.isInstance(result) ? result : answer(String(result), "success");
  } catch (error) {
    return answer(error instanceof Error ? `${error.name}: ${error.message}` : String(error), "error");
  }
}

/** Its result is kept with the task that calls it, so that it is not done again when that task runs again. */
const performAsTask = task("perform call", (state: Calls, call: ToolCall) => perform(state, call, getConfig()));

/**
 * Makes all calls in their order, and asks where a person has to allow one. The answer starts the node anew from its first
 * line: without a guard, every call before the question is made a second time.
 */
export async function callTools(state: Calendar, config: LangGraphRunnableConfig) {
  const messages: ToolMessage[] = [];
  for (const call of proposed(state)) {
    if (needsApproval(call.name) && ask(call) === "refuse") messages.push(denied(call));
    else messages.push(state.guard === "task" ? await performAsTask(state, call) : await perform(state, call, config));
  }
  return { messages };
}

/** Asks about every call that a person has to allow, and does nothing else: it may run as often as it likes. */
export function review(state: Calendar) {
  const asked = proposed(state).filter(({ name }) => needsApproval(name));
  return { decisions: Object.fromEntries(asked.map((call) => [call.id ?? "", ask(call)])) };
}

/** Does what was decided; it asks nothing, so it runs once. */
export async function performDecided(state: Calendar, config: LangGraphRunnableConfig) {
  const messages: ToolMessage[] = [];
  for (const call of proposed(state)) {
    const allowed = !needsApproval(call.name) || state.decisions[call.id ?? ""] === "approve";
    messages.push(allowed ? await perform(state, call, config) : denied(call));
  }
  return { messages };
}

/** Makes one call; those beside it have nodes of their own and are not touched by its question. */
export async function callOne(state: OneCall, config: LangGraphRunnableConfig) {
  const { call } = state;
  const isDenied = needsApproval(call.name) && ask(call) === "refuse";
  return { messages: [isDenied ? denied(call) : await perform(state, call, config)] };
}
