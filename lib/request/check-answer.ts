import type { Json, JsonObject } from "../schema/json";
import { cutJson, cutText } from "./cut-json";
import { readSchema } from "./clean-schema";
import { readRequest } from "./read-request";
import type { Decision, RequestAction, RequestView } from "./request-view";
import { findSchemaProblems } from "./schema-problems";
import { isObject } from "./words";

/** What is wrong with a value that has to fit a schema; null where nothing is, or where the schema cannot be used. */
function schemaFault(schema: Json | null, value: Json, what: string): string | null {
  const usable = schema === null ? null : readSchema(schema).schema;
  const [problem] = usable === null ? [] : findSchemaProblems(usable, value);
  if (problem === undefined) return null;
  return `${problem.path === "" ? what : `${what}: ${problem.path.slice(1).replaceAll("/", ".")}`} ${problem.message}.`;
}

function words(list: readonly string[]): string {
  return list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} or ${list.at(-1) ?? ""}`;
}

/** A decision as the middleware takes it. */
function reviewFault(action: RequestAction, decision: Json, spelling: RequestView["spelling"]): string | null {
  if (!isObject(decision) || typeof decision.type !== "string") return `The decision about ${action.name} must be {type: …}.`;
  if (!action.decisions.some((allowed) => allowed === decision.type)) {
    return `About ${action.name} one may ${words(action.decisions) || "decide nothing"}, not ${cutText(decision.type, 60)}.`;
  }
  const { message } = decision;
  if (message !== undefined && typeof message !== "string") return `The message about ${action.name} must be a text.`;
  if (decision.type === "respond" && message === undefined) return `The response about ${action.name} needs a message.`;
  if (decision.type !== "edit") return null;
  const key = spelling === "snake" ? "edited_action" : "editedAction";
  const edited = decision[key];
  if (!isObject(edited) || typeof edited.name !== "string") return `The edit of ${action.name} needs ${key} with a name and args.`;
  if (typeof edited.args !== "object" || edited.args === null) return `The edited arguments of ${action.name} must be an object.`;
  return edited.name === action.name ? schemaFault(action.schema, edited.args, `The edited arguments of ${action.name}`) : null;
}

const RESPONSE_TYPES: Readonly<Record<string, Decision>> = { accept: "approve", edit: "edit", response: "respond", ignore: "ignore" };

/** A response as the agent inbox sends it. */
function responseFault(action: RequestAction, response: Json): string | null {
  if (!isObject(response) || typeof response.type !== "string") return `The response to ${action.name} must be {type: …, args: …}.`;
  const decision = RESPONSE_TYPES[response.type];
  if (decision === undefined || !action.decisions.includes(decision)) {
    const allowed = Object.entries(RESPONSE_TYPES).flatMap(([type, one]) => (action.decisions.includes(one) ? [type] : []));
    return `To ${action.name} one may send ${words(allowed) || "nothing"}, not ${cutText(response.type, 60)}.`;
  }
  if (decision === "respond" && typeof response.args !== "string") return `The response to ${action.name} must be a text in args.`;
  if (decision === "edit" && (!isObject(response.args) || response.args.args === undefined)) {
    return `The edit of ${action.name} needs args with {action, args}.`;
  }
  return null;
}

function eachFault(view: RequestView, list: Json | undefined, fault: (action: RequestAction, item: Json) => string | null): string | null {
  const shape = view.kind === "agent_inbox" ? "a list of responses" : "{decisions: […]}";
  if (!Array.isArray(list)) return `The answer must be ${shape}, one for each action.`;
  if (list.length !== view.actions.length)
    return `It asks about ${view.actions.length}, and the answer decides about ${list.length}: give one for each.`;
  for (const [place, action] of view.actions.entries()) {
    const found = fault(action, list[place] ?? null);
    if (found !== null) return found;
  }
  return null;
}

/** An answer to the kit's approval: a choice, or `{choice, comment, changes}`. */
function approvalFault(view: RequestView, answer: Json): string | null {
  const given: JsonObject | null = typeof answer === "string" ? { choice: answer } : isObject(answer) ? answer : null;
  const names = view.choices.map(({ value }) => (typeof value === "string" ? value : cutJson(value, 80)));
  const choice = view.choices.find(({ value }) => value === given?.choice);
  if (given === null || choice === undefined) {
    return `${cutJson(given?.choice ?? answer, 80)} is none of the answers: give one of ${cutText(names.join(", "), 300)}, or {choice, comment}.`;
  }
  const other = Object.keys(given).find((key) => !["choice", "comment", "changes"].includes(key));
  if (other !== undefined) return `${cutText(other, 60)} is not expected in the answer: it may have choice, comment and changes.`;
  const { comment, changes } = given;
  if (comment !== undefined && comment !== null && typeof comment !== "string") return "The comment must be a text.";
  if (typeof comment === "string" && comment.length > 10_000) return "The comment must have at most 10,000 characters.";
  if (choice.comment === "required" && (comment ?? "").trim() === "") return `A comment is required with ${choice.label}: answer {choice, comment}.`;
  if (changes === undefined) return null;
  if (!isObject(changes)) return "The changes must be an object.";
  const fixed = Object.keys(changes).find((name) => view.editable === null || !Object.hasOwn(view.editable, name));
  return fixed === undefined ? null : `${cutText(fixed, 60)} cannot be changed with this answer.`;
}

/**
 * Why an answer does not fit what was asked, in a sentence for people; null where it does. Only what the request itself
 * says is checked: a question, or a request of an unknown shape, takes any answer, and so does one with choices that are
 * not the kit's, since a workflow may well understand others. `responseSchema` is the one that LangGraph keeps beside the
 * payload. Never throws.
 */
export function checkAnswer(value: Json, answer: Json, responseSchema: Json | null = null): string | null {
  const view = readRequest(value, responseSchema);
  const own = shapeFault(view, answer);
  return own ?? schemaFault(responseSchema, answer, "The answer");
}

function shapeFault(view: RequestView, answer: Json): string | null {
  switch (view.kind) {
    case "tool_review":
      return eachFault(view, isObject(answer) ? answer.decisions : undefined, (action, decision) => reviewFault(action, decision, view.spelling));
    case "agent_inbox":
      return eachFault(view, Array.isArray(answer) ? answer : undefined, responseFault);
    case "approval":
      return approvalFault(view, answer);
    case "form":
      return schemaFault(view.schema, answer, "The answer");
    default:
      return null;
  }
}
