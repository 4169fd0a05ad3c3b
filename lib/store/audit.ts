import { createHash } from "node:crypto";
import { AuditActionSchema, AuditOriginSchema, type AuditEntry, type AuditQuerySchema } from "../schema/audit";
import { JsonSchema, type Json } from "../schema/json";
import { withStorageErrors } from "./errors";
import { isHiddenThread } from "./hidden-threads";
import type { Store } from "./open";
import { parseJson } from "./rows";
import type { z } from "zod";

/** An entry that is about to be written. `at` is now unless it is given, `shown_hash` made from `shown`. */
export type NewAuditEntry = Omit<AuditEntry, "audit_id" | "at" | "shown_hash"> & { at?: string; shown_hash?: string | null };

/** SHA-256 of the payload's JSON text, in hexadecimal: by it an answer names what it answered. */
export function hashOfPayload(value: Json): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** Writes an entry, inside the caller's transaction where there is one, so that what is logged is what was done. Synchronous. */
export function appendAudit(store: Store, entry: NewAuditEntry): void {
  // Answers that are tried on a copy are given by nobody.
  if (entry.thread_id !== null && isHiddenThread(store, entry.thread_id)) return;
  const hash = entry.shown_hash ?? (entry.shown === undefined ? null : hashOfPayload(entry.shown));
  withStorageErrors(() =>
    store
      .prepare(
        `INSERT INTO audit_log (at, action, thread_id, graph_id, interrupt_id, run_id, node, actor, verified, origin, shown_hash, note, answer, shown)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        entry.at ?? new Date().toISOString(),
        entry.action,
        entry.thread_id,
        entry.graph_id,
        entry.interrupt_id,
        entry.run_id,
        entry.node,
        entry.actor,
        entry.verified ? 1 : 0,
        JSON.stringify(entry.origin),
        hash,
        entry.note,
        entry.answer === undefined ? null : JSON.stringify(entry.answer),
        entry.shown === undefined ? null : JSON.stringify(entry.shown),
      ),
  );
}

/** Which entries; times are ISO 8601 in any zone. */
export type AuditFilter = Omit<z.output<typeof AuditQuerySchema>, "format" | "limit" | "before">;

/** Longer JSON texts are left out of lists: a page of a hundred payloads of a megabyte helps nobody. */
const LISTED_LENGTH = 20_000;

const COLUMNS = "audit_id, at, action, thread_id, graph_id, interrupt_id, run_id, node, actor, verified, origin, shown_hash, note";

function utc(time: string): string {
  return new Date(time).toISOString();
}

function whereOf(filter: AuditFilter): { sql: string; values: (string | number)[] } {
  const conditions: [sql: string, value: string | undefined][] = [
    ["thread_id = ?", filter.thread_id],
    ["graph_id = ?", filter.graph_id],
    ["interrupt_id = ?", filter.interrupt_id],
    ["actor = ?", filter.actor],
    ["action = ?", filter.action],
    ["at >= ?", filter.since === undefined ? undefined : utc(filter.since)],
    ["at < ?", filter.until === undefined ? undefined : utc(filter.until)],
  ];
  const given = conditions.filter((condition): condition is [string, string] => condition[1] !== undefined);
  return { sql: ["1", ...given.map(([sql]) => sql)].join(" AND "), values: given.map(([, value]) => value) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function jsonPart<Name extends "shown" | "answer">(name: Name, text: unknown): { [key in Name]?: Json } {
  if (typeof text !== "string") return {};
  return { [name]: JsonSchema.parse(parseJson(text)) } as { [key in Name]?: Json };
}

function toEntry(row: unknown): AuditEntry {
  const columns: Record<string, unknown> = { ...(typeof row === "object" ? row : null) };
  return {
    audit_id: Number(columns.audit_id),
    at: String(columns.at),
    action: AuditActionSchema.parse(columns.action),
    thread_id: textOrNull(columns.thread_id),
    graph_id: textOrNull(columns.graph_id),
    interrupt_id: textOrNull(columns.interrupt_id),
    run_id: textOrNull(columns.run_id),
    node: textOrNull(columns.node),
    actor: String(columns.actor),
    verified: columns.verified === 1,
    origin: AuditOriginSchema.parse(parseJson(String(columns.origin))),
    shown_hash: textOrNull(columns.shown_hash),
    note: textOrNull(columns.note),
    ...jsonPart("shown", columns.shown),
    ...jsonPart("answer", columns.answer),
    ...(columns.is_cut === 1 ? { is_cut: true } : {}),
  };
}

/**
 * Entries that match, newest first, and how many there are. Long payloads and answers are left out (`is_cut`): read the
 * entry itself for them. Synchronous.
 */
export function listAudit(
  store: Store,
  filter: AuditFilter,
  page: { limit: number; before?: number | undefined },
): { entries: AuditEntry[]; total: number } {
  return withStorageErrors(() => {
    const { sql, values } = whereOf(filter);
    const rows = store
      .prepare(
        `SELECT ${COLUMNS}, iif(length(shown) <= @room, shown, NULL) AS shown, iif(length(answer) <= @room, answer, NULL) AS answer,
           coalesce(length(shown), 0) > @room OR coalesce(length(answer), 0) > @room AS is_cut
         FROM audit_log WHERE ${sql} AND audit_id < ? ORDER BY audit_id DESC LIMIT ?`.replaceAll("@room", String(LISTED_LENGTH)),
      )
      .all(...values, page.before ?? Number.MAX_SAFE_INTEGER, page.limit);
    const total = store
      .prepare(`SELECT count(*) FROM audit_log WHERE ${sql}`)
      .pluck()
      .get(...values);
    return { entries: rows.map(toEntry), total: Number(total) };
  });
}

/** One entry, whole, or null. Synchronous. */
export function readAudit(store: Store, auditId: number): AuditEntry | null {
  return withStorageErrors(() => {
    const row = store.prepare(`SELECT ${COLUMNS}, shown, answer FROM audit_log WHERE audit_id = ?`).get(auditId);
    return row === undefined ? null : toEntry(row);
  });
}

/** How many entries are about a thread. Synchronous. */
export function countAudit(store: Store, threadId: string): number {
  return Number(withStorageErrors(() => store.prepare(`SELECT count(*) FROM audit_log WHERE thread_id = ?`).pluck().get(threadId)));
}

/** How many entries are read at once: each may have a payload of a megabyte. */
const BATCH = 20;

/**
 * All entries that match, whole, oldest first, up to the newest of now. Others can write between two of them.
 */
export function* eachAudit(store: Store, filter: AuditFilter): Generator<AuditEntry, void, undefined> {
  const { sql, values } = whereOf(filter);
  const last = Number(withStorageErrors(() => store.prepare(`SELECT coalesce(max(audit_id), 0) FROM audit_log`).pluck().get()));
  for (let after = 0; ;) {
    const rows = withStorageErrors(() =>
      store
        .prepare(`SELECT ${COLUMNS}, shown, answer FROM audit_log WHERE ${sql} AND audit_id > ? AND audit_id <= ? ORDER BY audit_id LIMIT ${BATCH}`)
        .all(...values, after, last),
    ).map(toEntry);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    after = end.audit_id;
  }
}

const MOST_NAMES = 200;

/** Names of those to whom requests were assigned, or who answered them. Synchronous. */
export function knownNames(store: Store): string[] {
  const names = withStorageErrors(() =>
    store
      .prepare(
        `SELECT assignee AS name FROM inbox_items WHERE assignee IS NOT NULL UNION SELECT answered_by FROM inbox_items WHERE answered_by IS NOT NULL LIMIT ?`,
      )
      .pluck()
      .all(MOST_NAMES),
  );
  return names.map(String);
}
