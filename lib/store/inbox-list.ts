import { ApprovalRuleSchema, RequestKindSchema, type InboxCounts, type InboxFilter, type InboxItem } from "../schema/inbox";
import { InterruptSchema } from "../schema/thread";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { parseJson } from "./rows";
import type { InboxItemsTable } from "./tables";

/** Which requests; `me` is whose name `assigned_to: "me"` means, `now` (ISO 8601, UTC) what age and snoozing are measured by. */
export type InboxSearch = InboxFilter & { me: string; now: string };

type Row = Omit<InboxItemsTable, "status" | "kind"> & { status: string; kind: string; thread_title: string; votes: number };

const COLUMNS = `
  i.*, t.title AS thread_title,
  (SELECT count(*) FROM votes AS v WHERE v.thread_id = i.thread_id AND v.interrupt_id = i.interrupt_id) AS votes`;
const FROM = `FROM inbox_items AS i JOIN threads AS t ON t.thread_id = i.thread_id`;

const BOXES: Readonly<Record<InboxFilter["box"], string>> = {
  waiting: `i.status = 'waiting' AND (i.snoozed_until IS NULL OR i.snoozed_until <= @now)`,
  snoozed: `i.status = 'waiting' AND i.snoozed_until > @now`,
  answered: `i.status = 'answered'`,
};

const SEARCHED = `i.title || char(10) || i.summary || char(10) || t.title || char(10) || i.node || char(10) || i.graph_id`;

/** What was answered is sorted by when it was. */
function orderOf({ sort, box }: InboxFilter): string {
  const time = box === "answered" ? "i.answered_at" : "i.asked_at";
  const rest = "i.thread_id, i.interrupt_id";
  if (sort === "newest") return `${time} DESC, ${rest}`;
  return sort === "due" ? `i.due_at IS NULL, i.due_at, ${time}, ${rest}` : `${time}, ${rest}`;
}

const prepared = new WeakSet<Store>();

/** SQLite's own `lower` knows ASCII only. */
function prepareLower(store: Store): void {
  if (prepared.has(store)) return;
  store.sqlite.function("retrograph_lower", { deterministic: true }, (text: unknown) => String(text).toLowerCase());
  prepared.add(store);
}

type Where = { sql: string; values: Record<string, string> };

/** The texts are all ours; what was asked for is bound by name. */
function whereOf(store: Store, search: InboxSearch): Where {
  const conditions = [BOXES[search.box]];
  const values: Record<string, string> = { now: search.now };
  const add = (condition: string, name: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values[name] = value;
  };
  add("i.graph_id = @graph", "graph", search.graph_id);
  add("i.kind = @kind", "kind", search.kind);
  add("i.thread_id = @thread", "thread", search.thread_id);
  if (search.older_than !== undefined) {
    add("i.asked_at <= @asked", "asked", new Date(Math.max(Date.parse(search.now) - search.older_than * 1000, 0)).toISOString());
  }
  if (search.assigned_to === "nobody") conditions.push("i.assignee IS NULL");
  else add("i.assignee = @assignee", "assignee", search.assigned_to === "me" ? search.me : search.assigned_to);
  const q = (search.q ?? "").toLowerCase();
  const words = q.split(/\s+/).filter((word) => word !== "");
  const isAscii = /^[\u0000-\u007f]*$/.test(q);
  if (!isAscii) prepareLower(store);
  words.forEach((word, at) => add(`instr(${isAscii ? "lower" : "retrograph_lower"}(${SEARCHED}), @word${at}) > 0`, `word${at}`, word));
  return { sql: conditions.join(" AND "), values };
}

function toItem({ rule, ...row }: Row): InboxItem {
  const { group, approvers } = ApprovalRuleSchema.strip().catch(ApprovalRuleSchema.parse({})).parse(parseJson(rule));
  return { ...row, status: InterruptSchema.shape.status.parse(row.status), kind: RequestKindSchema.catch("other").parse(row.kind), group, approvers };
}

/** Requests that match, a page of them, and how many there are. Reads no payload. Synchronous. */
export function listItems(store: Store, search: InboxSearch, page: { limit: number; offset: number }): { items: InboxItem[]; total: number } {
  return withStorageErrors(() => {
    const { sql, values } = whereOf(store, search);
    // Exactly these columns.
    const rows = store
      .prepare(`SELECT ${COLUMNS} ${FROM} WHERE ${sql} ORDER BY ${orderOf(search)} LIMIT @limit OFFSET @offset`)
      .all({ ...values, ...page }) as Row[];
    const total = store.prepare(`SELECT count(*) ${FROM} WHERE ${sql}`).pluck().get(values);
    return { items: rows.map(toItem), total: Number(total) };
  });
}

/** How many requests there are in each box. Synchronous. */
export function countItems(store: Store, now: string): InboxCounts {
  return withStorageErrors(() => {
    const count = (box: InboxFilter["box"]) =>
      Number(store.prepare(`SELECT count(*) FROM inbox_items AS i WHERE ${BOXES[box]}`).pluck().get({ now }));
    return { waiting: count("waiting"), snoozed: count("snoozed"), answered: count("answered") };
  });
}

/** One request as it is in the list, or null. Synchronous. */
export function readItem(store: Store, threadId: string, interruptId: string): InboxItem | null {
  return withStorageErrors(() => {
    // Exactly these columns.
    const row = store.prepare(`SELECT ${COLUMNS} ${FROM} WHERE i.thread_id = ? AND i.interrupt_id = ?`).get(threadId, interruptId) as Row | undefined;
    return row === undefined ? null : toItem(row);
  });
}

/** Requests that wait at a checkpoint of a thread, oldest first. Synchronous. */
export function itemsAt(store: Store, threadId: string, checkpointId: string): InboxItem[] {
  return withStorageErrors(() => {
    // Exactly these columns.
    const rows = store
      .prepare(
        `SELECT ${COLUMNS} ${FROM} WHERE i.thread_id = ? AND i.checkpoint_id = ? AND i.status = 'waiting' ORDER BY i.asked_at, i.node, i.interrupt_id`,
      )
      .all(threadId, checkpointId) as Row[];
    return rows.map(toItem);
  });
}

/** Requests whose snoozing ends after one moment and not after another. Synchronous. */
export function wokenItems(store: Store, after: string, until: string): { thread_id: string; interrupt_id: string }[] {
  return withStorageErrors(
    () =>
      // Exactly these columns.
      store
        .prepare(`SELECT thread_id, interrupt_id FROM inbox_items WHERE status = 'waiting' AND snoozed_until > ? AND snoozed_until <= ?`)
        .all(after, until) as { thread_id: string; interrupt_id: string }[],
  );
}
