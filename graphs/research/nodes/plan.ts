import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { AIMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { planMessages } from "../briefing";
import { createResearchModel } from "../model";
import { MAX_ROUNDS } from "../settings";
import type { Action, Research, ResearchUpdate } from "../state";
import { FinishArgsSchema, planTools, ReadArgsSchema, SearchArgsSchema } from "../tools";

/** Chooses the next action: search, read or finish. */
export async function plan(state: Research, config: LangGraphRunnableConfig): Promise<ResearchUpdate> {
  if (!state.question?.trim()) throw new Error(`The input has no question. Start with { "question": "…" }.`);
  const reset = isNewSubject(state) ? forget(state) : null;
  const known = reset === null ? state : { ...state, round: 0, sources: [], notes: [], review: null };
  const conversation = planMessages({
    question: state.question,
    reviewer_comment: known.review?.comment ?? null,
    rounds_left: MAX_ROUNDS - known.round,
    log: reset === null ? state.log : [],
    sources: known.sources,
    notes: known.notes.map(({ id, claim, file }) => ({ id, claim, file })),
  });
  const action = await chooseAction(conversation, known, config);
  return { ...reset, subject: state.question, action, round: known.round + 1 };
}

/** A second question on the same thread, or the same one after it was answered, starts from nothing. */
function isNewSubject(state: Research): boolean {
  return state.subject !== state.question || state.published !== null || state.review?.choice === "reject";
}

function forget(state: Research): ResearchUpdate {
  return {
    sources: state.sources.map(({ id }) => ({ id, remove: true })),
    notes: state.notes.map(({ id }) => ({ id, remove: true })),
    log: [{ did: "start", question: state.question }],
    excerpts: [],
    report: "",
    citations: [],
    review: null,
    published: null,
  };
}

/** Asks again once when the call cannot be carried out, with the reason; models correct themselves. */
async function chooseAction(conversation: BaseMessage[], state: Pick<Research, "sources">, config: LangGraphRunnableConfig): Promise<Action> {
  const model = (await createResearchModel()).bindTools(planTools, { tool_choice: "any" });
  const reply = await model.invoke(conversation, config);
  const first = readAction(reply, state);
  if (typeof first !== "string") return first;
  const call = reply.tool_calls?.[0];
  const complaint =
    call?.id === undefined
      ? []
      : [new AIMessage({ content: reply.content, tool_calls: [call] }), new ToolMessage({ content: first, tool_call_id: call.id })];
  const second = readAction(await model.invoke([...conversation, ...complaint], config), state);
  if (typeof second === "string") throw new Error(`The model chose no action that can be done, twice: ${second}`);
  return second;
}

/** The action of the model's first tool call, or what is wrong with it. */
function readAction(reply: AIMessage, { sources }: Pick<Research, "sources">): Action | string {
  const call = reply.tool_calls?.[0];
  const why = reply.text.trim();
  if (call === undefined) return "No tool was called. Call search, read or finish.";
  if (call.name === "search") {
    const args = SearchArgsSchema.safeParse(call.args);
    return args.success ? { kind: "search", query: args.data.query, why } : "search needs a query of at least one word.";
  }
  if (call.name === "read") {
    const args = ReadArgsSchema.safeParse(call.args);
    const source = sources.find(({ id }) => id === args.data?.source);
    return source === undefined
      ? `There is no such source. Found so far: ${sources.map(({ id }) => id).join(", ") || "none"}.`
      : { kind: "read", source: source.id, why };
  }
  if (call.name === "finish") return { kind: "finish", why: why || (FinishArgsSchema.safeParse(call.args).data?.reason ?? "") };
  return `There is no tool "${call.name}". Call search, read or finish.`;
}
