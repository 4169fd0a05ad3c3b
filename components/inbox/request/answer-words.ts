import { readRequest } from "@/lib/request/read-request";
import type { RequestView } from "@/lib/request/request-view";
import { isObject } from "@/lib/request/words";
import type { Json } from "@/lib/schema/json";

/** A part of an answer: what was decided, about what, and what was said or changed with it. */
export type AnswerLine = { words: string; about: string | null; said: string | null; value: Json | null };

const DECISIONS: Readonly<Record<string, string>> = {
  approve: "Approved",
  accept: "Approved",
  edit: "Approved with changes",
  reject: "Refused",
  respond: "Responded",
  response: "Responded",
  ignore: "Ignored",
};

/** What was answered, as a person says it; null where only the value itself tells. */
export function answerLines(value: Json, answer: Json): AnswerLine[] | null {
  const view = readRequest(value);
  if (view.actions.length > 0) return actionLines(view, answer);
  const given = isObject(answer) ? answer["choice"] : answer;
  const choice = view.choices.find((one) => one.value === given);
  if (choice === undefined) return null;
  const comment = isObject(answer) ? answer["comment"] : null;
  const changes = isObject(answer) ? (answer["changes"] ?? null) : null;
  return [{ words: choice.label, about: null, said: typeof comment === "string" ? comment : null, value: changes }];
}

function actionLines(view: RequestView, answer: Json): AnswerLine[] | null {
  const list = isObject(answer) ? answer["decisions"] : answer;
  if (!Array.isArray(list) || list.length !== view.actions.length) return null;
  const lines: AnswerLine[] = [];
  for (const [place, action] of view.actions.entries()) {
    const decision = list[place];
    const type = isObject(decision) && typeof decision["type"] === "string" ? decision["type"] : "";
    const words = DECISIONS[type];
    if (!isObject(decision) || words === undefined) return null;
    const { message, args } = decision;
    const said = typeof message === "string" ? message : typeof args === "string" ? args : null;
    lines.push({ words, about: action.name, said, value: type === "edit" ? editedArgs(decision) : null });
  }
  return lines;
}

function editedArgs(decision: Readonly<Record<string, Json>>): Json | null {
  const edited = decision["editedAction"] ?? decision["edited_action"] ?? decision["args"];
  return isObject(edited) ? (edited["args"] ?? null) : null;
}
