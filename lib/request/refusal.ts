import type { Json } from "../schema/json";
import { sameJson } from "./json-equal";
import { readRequest } from "./read-request";
import { isObject, isRefusalWord } from "./words";

/** Fields by which answers of one's own shape say yes or no. */
const FLAGS = ["approved", "approve", "accepted", "accept", "allowed", "allow", "confirmed", "confirm", "ok"];
const WORDS = ["choice", "decision", "type", "action", "answer", "status"];

function saysNo(answer: Json): boolean {
  if (answer === false) return true;
  if (typeof answer === "string") return isRefusalWord(answer);
  if (Array.isArray(answer)) return answer.length === 1 && saysNo(answer[0] ?? null);
  if (!isObject(answer)) return false;
  return FLAGS.some((name) => answer[name] === false) || WORDS.some((name) => typeof answer[name] === "string" && saysNo(answer[name]));
}

/** The answer refuses what was asked for, at least in part. */
export function isRefusal(value: Json, answer: Json): boolean {
  const view = readRequest(value);
  if (view.kind === "tool_review") {
    const decisions = isObject(answer) && Array.isArray(answer.decisions) ? answer.decisions : [];
    return decisions.some((decision) => isObject(decision) && decision.type === "reject");
  }
  if (view.kind === "agent_inbox") {
    return Array.isArray(answer) && answer.some((response) => isObject(response) && response.type === "ignore");
  }
  const given = isObject(answer) ? answer.choice : answer;
  const choice = view.choices.find((one) => one.value === given);
  return choice === undefined ? saysNo(answer) : choice.style === "danger";
}

/** Two people decided the same. What they wrote as a comment or a reason may differ, what they changed may not. */
export function sameAnswer(left: Json, right: Json): boolean {
  return sameJson(withoutWords(left), withoutWords(right));
}

function withoutWords(answer: Json): Json {
  if (typeof answer === "string") return { choice: answer };
  if (!isObject(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "comment" || answer.choice === undefined));
}
