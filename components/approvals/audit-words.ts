import type { AuditAction, AuditEntry } from "@/lib/schema/audit";

type Words = { text: string; tone: string };

const PLAIN = "text-muted";

const WORDS: Record<AuditAction, Words> = {
  asked: { text: "asked", tone: "text-wait" },
  voted: { text: "gave an answer that needs another approver", tone: PLAIN },
  vote_withdrawn: { text: "took their vote back", tone: PLAIN },
  answered: { text: "answered", tone: "text-ok" },
  rejected: { text: "was refused an answer", tone: "text-bad" },
  released: { text: "let the request wait again", tone: "text-wait" },
  expired: { text: "passed: the default answer was given", tone: "text-wait" },
  withdrawn: { text: "withdrew the request", tone: PLAIN },
  assigned: { text: "assigned the request", tone: PLAIN },
  snoozed: { text: "snoozed the request", tone: PLAIN },
  notified: { text: "called a webhook", tone: PLAIN },
  rule_changed: { text: "changed the approval rules", tone: PLAIN },
  exported: { text: "exported the audit log", tone: PLAIN },
  deleted: { text: "deleted a thread", tone: "text-bad" },
};

const LONGEST = 80;

/** The answer in a few words, where it is short. */
function shortAnswer(entry: AuditEntry): string | null {
  const { answer } = entry;
  if (answer === undefined) return null;
  if (typeof answer === "string") return answer;
  const choice = typeof answer === "object" && answer !== null && !Array.isArray(answer) ? (answer.choice ?? answer.type) : null;
  return typeof choice === "string" ? choice : JSON.stringify(answer);
}

/** What somebody did, as it follows their name. */
export function actionWords(entry: AuditEntry): Words {
  const words = WORDS[entry.action];
  const answer = entry.action === "rule_changed" ? null : shortAnswer(entry);
  if (answer === null) return words;
  return { ...words, text: `${words.text}: ${answer.length > LONGEST ? `${answer.slice(0, LONGEST)}…` : answer}` };
}

/** Which workflow and node the entry is about. */
export function placeWords(entry: AuditEntry): string {
  return [entry.graph_id, entry.node].filter((part) => part !== null).join(" · ");
}
