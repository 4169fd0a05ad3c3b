import { formatAgo, formatCount } from "@/components/ui/format";
import type { DotTone } from "@/components/ui/status-dot";
import type { InboxItem, RequestKind } from "@/lib/schema/inbox";
import type { Box, Sort } from "./filters";

export const BOX_WORDS: Record<Box, string> = { waiting: "Waiting", answered: "Answered", snoozed: "Snoozed" };

export const SORT_WORDS: Record<Sort, string> = { oldest: "Oldest first", newest: "Newest first", due: "Due first" };

export const KIND_WORDS: Record<RequestKind, string> = {
  approval: "Approval",
  tool_review: "Review of tool calls",
  agent_inbox: "Agent’s request",
  form: "Form",
  choice: "Choice",
  question: "Question",
  other: "Other",
};

export const AGES: { seconds: number; label: string }[] = [
  { seconds: 0, label: "Any time" },
  { seconds: 3600, label: "Over an hour" },
  { seconds: 86_400, label: "Over a day" },
  { seconds: 3 * 86_400, label: "Over three days" },
  { seconds: 7 * 86_400, label: "Over a week" },
];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "in 9 m", "in 2 h", "in 3 d", "now": how long until then. */
export function formatIn(iso: string, now: number): string {
  const left = Date.parse(iso) - now;
  if (Number.isNaN(left)) return "";
  if (left < MINUTE_MS) return left < 0 ? "now" : "in under a minute";
  if (left < 59.5 * MINUTE_MS) return `in ${Math.round(left / MINUTE_MS)} m`;
  if (left < 2 * DAY_MS) return `in ${Math.round(left / HOUR_MS)} h`;
  return `in ${Math.round(left / DAY_MS)} d`;
}

/** "14 minutes ago", "2 hours ago", "on 12 Nov". */
export function formatAgoLong(iso: string, now: number): string {
  const past = now - Date.parse(iso);
  if (Number.isNaN(past)) return "";
  if (past < MINUTE_MS) return "just now";
  if (past < HOUR_MS) return `${formatCount(Math.floor(past / MINUTE_MS), "minute")} ago`;
  if (past < DAY_MS) return `${formatCount(Math.floor(past / HOUR_MS), "hour")} ago`;
  if (past < 7 * DAY_MS) return `${formatCount(Math.floor(past / DAY_MS), "day")} ago`;
  return `on ${formatAgo(iso, now)}`;
}

/** How a request stands, by a colour and a word. */
export function requestStanding(item: InboxItem): { tone: DotTone; label: string } {
  if (item.status === "answered") return { tone: "ok", label: "answered" };
  if (item.status === "gone") return { tone: "off", label: "no longer asked" };
  if (item.repeats > 0) return { tone: "bad", label: "waiting; an answer repeats a side effect" };
  return { tone: "wait", label: "waiting for an answer" };
}

export type RequestMark = { text: string; tone: "bad" | "wait" | "plain" };

/** What is worth knowing of a request before it is opened, most important first. */
export function requestMarks(item: InboxItem, now: number): RequestMark[] {
  if (item.status === "gone") return [{ text: "the thread went another way", tone: "plain" }];
  if (item.status === "answered") return item.answered_by === null ? [] : [{ text: `by ${item.answered_by}`, tone: "plain" }];
  const marks: RequestMark[] = [];
  if (item.repeats > 0) marks.push({ text: item.repeats === 1 ? "repeats a side effect" : `repeats ${item.repeats} side effects`, tone: "bad" });
  if (item.due_at !== null && now > 0) marks.push({ text: `due ${formatIn(item.due_at, now)}`, tone: "wait" });
  if (item.approvers > 1) marks.push({ text: item.votes > 0 ? `${item.votes} of ${item.approvers} approvers` : "two approvers", tone: "plain" });
  if (item.snoozed_until !== null && now > 0 && Date.parse(item.snoozed_until) > now)
    marks.push({ text: `back ${formatIn(item.snoozed_until, now)}`, tone: "plain" });
  if (item.assignee !== null) marks.push({ text: `for ${item.assignee}`, tone: "plain" });
  else if (item.group !== null) marks.push({ text: `for ${item.group}`, tone: "plain" });
  return marks;
}
