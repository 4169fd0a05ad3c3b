import type { Json, JsonObject } from "../schema/json";
import type { RequestAction, RequestChoice, RequestView } from "./request-view";

/** What was decided about one action. `edit`: the arguments as they are to be. */
export type ActionAnswer =
  | { decision: "approve" }
  | { decision: "edit"; args: Json }
  | { decision: "reject"; reason: string }
  | { decision: "respond"; text: string }
  | { decision: "ignore" };

function reviewDecision(action: RequestAction, answer: ActionAnswer, spelling: RequestView["spelling"]): Json {
  switch (answer.decision) {
    case "approve":
      return { type: "approve" };
    case "edit":
      return { type: "edit", [spelling === "snake" ? "edited_action" : "editedAction"]: { name: action.name, args: answer.args } };
    case "reject":
      return answer.reason.trim() === "" ? { type: "reject" } : { type: "reject", message: answer.reason.trim() };
    case "respond":
      return { type: "respond", message: answer.text.trim() };
    case "ignore":
      return { type: "ignore" };
  }
}

function inboxResponse(action: RequestAction, answer: ActionAnswer): Json {
  switch (answer.decision) {
    case "approve":
      return { type: "accept", args: null };
    case "edit":
      return { type: "edit", args: { action: action.name, args: answer.args } };
    case "respond":
      return { type: "response", args: answer.text.trim() };
    case "reject":
    case "ignore":
      return { type: "ignore", args: null };
  }
}

/** The answer to a `tool_review` or `agent_inbox` request, from one decision for each of its actions, in their order. */
export function answerActions(view: RequestView, answers: readonly ActionAnswer[]): Json {
  const each = view.actions.flatMap((action, place) => {
    const answer = answers[place];
    if (answer === undefined) return [];
    return [view.kind === "agent_inbox" ? inboxResponse(action, answer) : reviewDecision(action, answer, view.spelling)];
  });
  return view.kind === "agent_inbox" ? each : { decisions: each };
}

/** The answer that a choice stands for, with what was typed (`""` for nothing) and what was corrected. */
export function answerChoice(choice: RequestChoice, comment: string, changes: JsonObject | null = null): Json {
  const typed = comment.trim();
  if (typed === "" && changes === null) return choice.value;
  return { choice: choice.value, ...(typed === "" ? {} : { comment: typed }), ...(changes === null ? {} : { changes }) };
}

/** What was typed as a free answer: JSON where it is JSON, else the text itself. */
export function parseFreeAnswer(text: string): Json {
  const trimmed = text.trim();
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return text;
  }
}
