import { ApprovalRuleSchema, type ApprovalRule, type RequestKind } from "../schema/inbox";
import type { Json, JsonObject } from "../schema/json";
import { readSchema } from "./clean-schema";
import { comesToAnEnd } from "./schema-problems";
import { cutJson, cutText } from "./cut-json";
import { readAgentInbox } from "./read-agent-inbox";
import { readObject } from "./read-object";
import { readToolReview } from "./read-tool-review";
import { EMPTY_VIEW, type RequestView } from "./request-view";
import { isObject } from "./words";

/** A form where there is a schema for the answer, and nothing that says more. */
function withSchema(view: RequestView, schema: Json | null): RequestView {
  if (schema === null || view.kind === "approval") return view;
  const read = readSchema(schema);
  if (read.schema !== null && comesToAnEnd(read.schema)) return { ...view, kind: "form", schema: read.schema };
  const problem = read.problem ?? "The schema for the answer cannot be used: it refers to itself without end.";
  return { ...view, kind: view.kind === "choice" ? "choice" : "form", schemaProblem: problem };
}

/**
 * Reads what a workflow asks: its own choices, LangChain's human-in-the-loop requests, the agent inbox's, a form, a text, or
 * anything else. `responseSchema` is the one that LangGraph keeps beside the payload. Never throws.
 */
export function readRequest(value: Json, responseSchema: Json | null = null): RequestView {
  if (typeof value === "string")
    return withSchema({ ...EMPTY_VIEW, kind: "question", texts: value === "" ? [] : [{ label: null, text: value }] }, responseSchema);
  const inbox = readAgentInbox(value);
  if (inbox !== null) return inbox;
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isObject(only)) return withSchema({ ...EMPTY_VIEW, rest: value === null ? {} : { value } }, responseSchema);
  const review = readToolReview(only);
  if (review !== null) return review;
  const { view, schema } = readObject(only);
  if (schema !== null) return withSchema(view, schema);
  return view.kind === "choice" ? view : withSchema(view, responseSchema);
}

/** What a payload is, by its shape. */
export function kindOf(value: Json, responseSchema: Json | null = null): RequestKind {
  return readRequest(value, responseSchema).kind;
}

const LONGEST_TITLE = 200;
const LONGEST_SUMMARY = 300;

/** One line of a Markdown text: without line breaks, the marks of headings, emphasis and code, and the addresses of links. */
function oneLine(text: string): string {
  return text
    .slice(0, 2 * LONGEST_SUMMARY)
    .replace(/^[ \t]*(#{1,6}|>)[ \t]+/gm, "")
    .replace(/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, "$1")
    .replace(/\*\*|`/g, "")
    .replace(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=[\s.,:;!?)]|$)/gm, "$1$2")
    .replace(/\s+/g, " ")
    .trim();
}

function callText(name: string, args: Json): string {
  const inner = isObject(args)
    ? Object.entries(args)
        .slice(0, 20)
        .map(([key, value]) => `${key}: ${cutJson(value, 80)}`)
        .join(", ")
    : cutJson(args, LONGEST_SUMMARY);
  return `${name}(${inner})`;
}

function restText(rest: JsonObject): string {
  const parts: string[] = [];
  for (const name in rest) {
    if (parts.length === 10) break;
    const value = rest[name] ?? null;
    parts.push(`${name}: ${typeof value === "string" ? oneLine(value) : cutJson(value, 120)}`);
  }
  return parts.join(", ");
}

/** What stands in a list for a request: a title of at most 200 characters and a summary of at most 300. Never throws. */
export function summaryOf(value: Json, node: string): { title: string; summary: string } {
  const view = readRequest(value);
  const texts = view.texts.map(({ text }) => oneLine(text)).filter((text) => text !== "");
  const title = view.title === null ? texts.shift() : view.title.replace(/\s+/g, " ").trim();
  const calls = view.actions.slice(0, 5).map(({ name, args }) => callText(name, args));
  const summary = calls.length > 0 ? calls.join("; ") : (texts[0] ?? restText(view.rest));
  return { title: cutText(title || `${node} asks`, LONGEST_TITLE), summary: cutText(summary, LONGEST_SUMMARY) };
}

const RULE_PARTS = ["group", "approvers", "deadline"] as const;

/** What a payload says under `approval` about who must answer and until when; null where it says nothing. Never throws. */
export function ruleIn(value: Json): Partial<ApprovalRule> | null {
  const given = ruleOf(value);
  if (given === null) return null;
  const rule: Partial<ApprovalRule> = {};
  for (const part of RULE_PARTS) {
    if (given[part] === undefined) continue;
    const parsed = ApprovalRuleSchema.safeParse({ [part]: given[part] });
    if (parsed.success) Object.assign(rule, { [part]: parsed.data[part] });
  }
  return Object.keys(rule).length === 0 ? null : rule;
}

/** Why the rule that a payload brings cannot be used, or not all of it; null where there is none or it is sound. */
export function ruleProblemIn(value: Json): string | null {
  const given = ruleOf(value);
  if (given === null) return null;
  const parsed = ApprovalRuleSchema.safeParse(given);
  if (parsed.success) return null;
  const [issue] = parsed.error.issues;
  const where = ["approval", ...(issue?.path ?? [])].map(String).join(".");
  return `The request's own rule cannot be used as it is: ${where}: ${issue?.message ?? "it is not one"}`;
}

function ruleOf(value: Json): JsonObject | null {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isObject(only) && isObject(only.approval) ? only.approval : null;
}
