import type { Json, JsonObject } from "@/lib/schema/json";

/** Who must answer, as the form has it. */
export type Rule = { group: string; approvers: number; seconds: number | null; answer: string };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What goes with a default answer that needs a comment. */
const LATE = "Nobody answered in time.";

/** The choice of a default answer, which may bring a comment; null for anything else. */
function choiceOf(answer: Json | undefined): string | null {
  if (answer === undefined) return "";
  const choice = isObject(answer) ? answer.choice : answer;
  return typeof choice === "string" ? choice : null;
}

/** The rule as the form has it; null for one that only code can say. */
export function readRule(value: Json | undefined, hasCode: boolean): Rule | null {
  const rule = value === undefined ? {} : value;
  if (hasCode || !isObject(rule)) return null;
  const deadline = rule.deadline === undefined ? {} : rule.deadline;
  const answer = isObject(deadline) ? choiceOf(deadline.answer) : null;
  if (!isObject(deadline) || answer === null) return null;
  return {
    group: typeof rule.group === "string" ? rule.group : "",
    approvers: rule.approvers === 2 ? 2 : 1,
    seconds: typeof deadline.seconds === "number" ? deadline.seconds : null,
    answer,
  };
}

export type Choice = { value: string; needsComment: boolean };

/** The node's decisions. */
export function choicesOf(choices: Json | undefined): Choice[] {
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((choice) =>
    isObject(choice) && typeof choice.value === "string" ? [{ value: choice.value, needsComment: choice.comment === "required" }] : [],
  );
}

function toAnswer(choices: readonly Choice[], answer: string): Json {
  const needsComment = choices.some(({ value, needsComment }) => value === answer && needsComment);
  return needsComment ? { choice: answer, comment: LATE } : answer;
}

/** The change of one part, apart from the others: they may be on their way into the text still. The last one takes all away with it. */
export function changeOfPart(name: string, choices: readonly Choice[], rule: Rule, part: Partial<Rule>): JsonObject {
  const next = { ...rule, ...part };
  if (next.group.trim() === "" && next.approvers === 1 && next.seconds === null) return { [name]: null };
  if (part.group !== undefined) return { [`${name}.group`]: next.group.trim() === "" ? null : next.group.trim() };
  if (part.approvers !== undefined) return { [`${name}.approvers`]: next.approvers === 1 ? null : next.approvers };
  return { [`${name}.deadline`]: next.seconds === null ? null : { seconds: next.seconds, answer: toAnswer(choices, next.answer) } };
}
