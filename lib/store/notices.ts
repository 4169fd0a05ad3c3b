import { withStorageErrors } from "./errors";
import type { Store } from "./open";

/** Something in the audit log that webhooks are told, with what the inbox says about its request. */
export type Notice = {
  audit_id: number;
  at: string;
  action: "asked" | "answered" | "expired";
  thread_id: string;
  interrupt_id: string;
  graph_id: string | null;
  node: string | null;
  /** Null where the request is gone meanwhile. */
  title: string | null;
  summary: string | null;
  kind: string | null;
  assignee: string | null;
  due_at: string | null;
};

/** Notices after an entry of the log, oldest first. Copies that answers are tried on ask nobody. Synchronous. */
export function noticesAfter(store: Store, after: number, limit: number): Notice[] {
  return withStorageErrors(
    () =>
      store
        .prepare(
          `SELECT a.audit_id, a.at, a.action, a.thread_id, a.interrupt_id, a.graph_id, a.node, i.title, i.summary, i.kind, i.assignee, i.due_at
         FROM audit_log AS a LEFT JOIN inbox_items AS i ON i.thread_id = a.thread_id AND i.interrupt_id = a.interrupt_id
         WHERE a.audit_id > ? AND a.action IN ('asked', 'answered', 'expired') AND a.thread_id IS NOT NULL AND a.interrupt_id IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM threads AS t WHERE t.thread_id = a.thread_id AND t.hidden = 1)
         ORDER BY a.audit_id LIMIT ?`,
        )
        // Exactly these columns.
        .all(after, limit) as Notice[],
  );
}

/** The number of the newest entry of the log, 0 for an empty one. Synchronous. */
export function lastAuditId(store: Store): number {
  return Number(withStorageErrors(() => store.prepare(`SELECT coalesce(max(audit_id), 0) FROM audit_log`).pluck().get()));
}

/** Whether the thread is there still. Synchronous. */
export function hasThread(store: Store, threadId: string): boolean {
  return withStorageErrors(() => store.prepare(`SELECT 1 FROM threads WHERE thread_id = ?`).get(threadId) !== undefined);
}
