import { GroupSchema } from "@/lib/schema/access";
import { JsonSchema, type Json } from "@/lib/schema/json";
import type { ApprovalRules } from "@/lib/schema/inbox";

/** A rule as it is typed. `node` is empty for all nodes. */
export type RuleRow = { key: number; node: string; group: string; approvers: 1 | 2; seconds: number | null; answer: string };
export type RuleColumn = "node" | "group" | "answer";

/** An answer as it is typed: a word stands for itself, anything that reads as JSON for what it says. */
export function toAnswer(text: string): Json {
  try {
    return JsonSchema.parse(JSON.parse(text));
  } catch {
    return text.trim();
  }
}

/** How an answer is typed, so that `toAnswer` gives it back. */
export function fromAnswer(answer: Json): string {
  if (typeof answer !== "string") return JSON.stringify(answer);
  return toAnswer(answer) === answer ? answer : JSON.stringify(answer);
}

export function toRows({ rules }: ApprovalRules): RuleRow[] {
  return rules.map(({ node, rule }, key) => ({
    key,
    node: node ?? "",
    group: rule.group ?? "",
    approvers: rule.approvers === 2 ? 2 : 1,
    seconds: rule.deadline?.seconds ?? null,
    answer: rule.deadline === null ? "" : fromAnswer(rule.deadline.answer),
  }));
}

export function cellOf(row: RuleRow, column: RuleColumn): string {
  return `${row.key}:${column}`;
}

/** What is wrong with each cell, by row and column; empty when the rules can be saved. */
export function checkRows(rows: readonly RuleRow[]): Map<string, string> {
  const problems = new Map<string, string>();
  const seen = new Set<string>();
  for (const row of rows) {
    const name = row.node === "" ? "All nodes" : row.node;
    if (seen.has(row.node)) problems.set(cellOf(row, "node"), `${name} ${row.node === "" ? "have" : "has"} a rule already.`);
    seen.add(row.node);
    const group = row.group.trim();
    if (group !== "" && !GroupSchema.safeParse(group).success) {
      problems.set(cellOf(row, "group"), "A group is a name: letters, digits, spaces and . _ - only.");
    }
    if (row.seconds !== null && row.answer.trim() === "") {
      problems.set(cellOf(row, "answer"), "Say what is answered when nobody has in time.");
    }
  }
  return problems;
}

/** The rules to save. */
export function toRules(rows: readonly RuleRow[]): ApprovalRules {
  return {
    rules: rows.map((row) => ({
      node: row.node === "" ? null : row.node,
      rule: {
        group: row.group.trim() === "" ? null : row.group.trim(),
        approvers: row.approvers,
        deadline: row.seconds === null ? null : { seconds: row.seconds, answer: toAnswer(row.answer) },
      },
    })),
  };
}
