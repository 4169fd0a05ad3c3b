import type { Json } from "../schema/json";
import { readRequest } from "./read-request";
import { isObject, isRefusalWord } from "./words";

/** Fields by which answers of one's own shape say yes or no, and those that only explain. */
const FLAGS = new Set(["approved", "approve", "accepted", "accept", "allowed", "allow", "confirmed", "confirm", "ok"]);
const WORDS = new Set(["choice", "decision", "type", "action", "answer", "status"]);
const EXPLAINING = new Set(["comment", "reason", "note", "message"]);

function isNo(answer: Json | undefined): boolean {
  return answer === false || (typeof answer === "string" && isRefusalWord(answer));
}

/** Every field that decides says no, there is one, and no other field could mean something else to the workflow. */
function onlySaysNo(answer: Json): boolean {
  if (!isObject(answer)) return isNo(answer);
  const names = Object.keys(answer).filter((name) => !EXPLAINING.has(name));
  return names.length > 0 && names.every((name) => (FLAGS.has(name) ? answer[name] === false : WORDS.has(name) && isNo(answer[name])));
}

function everyIs(decisions: Json | undefined, type: string, count: number): boolean {
  if (!Array.isArray(decisions) || decisions.length < count || decisions.length === 0) return false;
  return decisions.every((decision) => isObject(decision) && decision.type === type);
}

/**
 * The answer refuses all that was asked for, and nothing in it could be taken for a yes: what one person alone may say
 * where an approval needs two. In doubt it is no refusal. How a button looks does not count: deleting may be red as well.
 */
export function refusesAll(value: Json, answer: Json): boolean {
  const view = readRequest(value);
  if (view.kind === "tool_review") return isObject(answer) && everyIs(answer.decisions, "reject", view.actions.length);
  if (view.kind === "agent_inbox") return everyIs(answer, "ignore", 1);
  return onlySaysNo(answer);
}
