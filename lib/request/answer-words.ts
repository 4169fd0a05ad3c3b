import type { Json } from "../schema/json";
import { cutJson, cutText } from "./cut-json";
import { sameJson } from "./json-equal";
import { readRequest } from "./read-request";
import type { RequestAction } from "./request-view";
import { isObject } from "./words";

const LONGEST = 200;

function withText(word: string, text: Json | undefined): string {
  return typeof text === "string" && text !== "" ? `${word}: ${text}` : word;
}

function editWords(action: RequestAction, args: Json | undefined): string {
  return args !== undefined && sameJson(args, action.args) ? "Approved" : "Approved with changes";
}

function decisionWords(action: RequestAction, given: Json): string {
  if (!isObject(given)) return cutJson(given, 60);
  switch (given.type) {
    case "approve":
    case "accept":
      return "Approved";
    case "edit": {
      const edited = given.editedAction ?? given.edited_action ?? given.args;
      return editWords(action, isObject(edited) ? edited.args : undefined);
    }
    case "reject":
      return withText("Refused", given.message);
    case "respond":
      return withText("Responded", given.message);
    case "response":
      return withText("Responded", given.args);
    case "ignore":
      return "Ignored";
    default:
      return cutJson(given, 60);
  }
}

/** What was answered, in words for people, at most 200 characters. Never throws. */
export function answerWords(value: Json, answer: Json): string {
  const view = readRequest(value);
  const list = view.kind === "agent_inbox" ? answer : isObject(answer) ? answer.decisions : undefined;
  if (view.actions.length > 0 && Array.isArray(list)) {
    const each = view.actions.slice(0, 5).map((action, place) => {
      const words = decisionWords(action, list[place] ?? null);
      return view.actions.length === 1 ? words : `${action.name}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
    });
    return cutText(each.join(", "), LONGEST);
  }
  const given = isObject(answer) ? answer : null;
  const choice = view.choices.find(({ value: one }) => one === (given === null ? answer : given.choice));
  if (choice === undefined) return typeof answer === "string" ? cutText(answer, LONGEST) : cutJson(answer, LONGEST);
  const changed = given?.changes === undefined ? "" : " with changes";
  return cutText(withText(`${choice.label}${changed}`, given?.comment), LONGEST);
}
