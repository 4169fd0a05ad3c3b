import "server-only";
import type { AuditEntry } from "../schema/audit";
import type { Json } from "../schema/json";

const COLUMNS = [
  "audit_id",
  "at",
  "action",
  "actor",
  "verified",
  "workflow",
  "thread_id",
  "interrupt_id",
  "run_id",
  "node",
  "via",
  "address",
  "user_agent",
  "shown_hash",
  "answer",
  "note",
  "shown",
] as const;

/** What a spreadsheet would take for a formula when a cell begins with it. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell as text: never a formula, quoted where it must be. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function jsonText(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** The names of the columns, as the file's first line. */
export function csvHead(): string {
  return `${COLUMNS.join(",")}\r\n`;
}

/** One entry as a line. Payload and answer are JSON texts. */
export function csvLine(entry: AuditEntry): string {
  const cells: Record<(typeof COLUMNS)[number], string> = {
    audit_id: String(entry.audit_id),
    at: entry.at,
    action: entry.action,
    actor: entry.actor,
    verified: entry.verified ? "yes" : "no",
    workflow: entry.graph_id ?? "",
    thread_id: entry.thread_id ?? "",
    interrupt_id: entry.interrupt_id ?? "",
    run_id: entry.run_id ?? "",
    node: entry.node ?? "",
    via: entry.origin.via,
    address: entry.origin.address ?? "",
    user_agent: entry.origin.user_agent ?? "",
    shown_hash: entry.shown_hash ?? "",
    answer: jsonText(entry.answer),
    note: entry.note ?? "",
    shown: jsonText(entry.shown),
  };
  return `${COLUMNS.map((column) => csvCell(cells[column])).join(",")}\r\n`;
}
