import { RetrographError } from "../errors";
import { appendAudit } from "./audit";
import { withStorageErrors } from "./errors";
import type { Answerer } from "./interrupts-answered";
import { requireWaiting } from "./interrupts-answered";
import type { Store } from "./open";
import type { InboxItemsTable } from "./tables";

/** What happened to a request: `asked` (also: asked again), `changed` (answered, moot, assigned, snoozed, voted on), `gone` (its row). */
export type InboxChange = { seq: number; thread_id: string; interrupt_id: string; kind: "asked" | "changed" | "gone" };

/** Number of the newest change; 0 before the first. Synchronous. */
export function newestChange(store: Store): number {
  return withStorageErrors(() => Number(store.prepare(`SELECT coalesce(max(seq), 0) FROM inbox_changes`).pluck().get()));
}

/** Changes after a number, whichever process made them; null when they are no longer all kept. Synchronous. */
export function changesSince(store: Store, after: number): InboxChange[] | null {
  return withStorageErrors(() => {
    // Exactly these columns; the triggers write no other kinds.
    const rows = store.prepare(`SELECT seq, thread_id, interrupt_id, kind FROM inbox_changes WHERE seq > ? ORDER BY seq`).all(after) as InboxChange[];
    const [first] = rows;
    return first === undefined || first.seq === after + 1 ? rows : null;
  });
}

type Change = {
  requests: readonly { thread_id: string; interrupt_id: string }[];
  /** Null gives it back; absent leaves it. */
  assignee?: string | null;
  /** ISO 8601 in UTC. Null wakes it up; absent leaves it. */
  snoozed_until?: string | null;
};

type Item = Pick<InboxItemsTable, "graph_id" | "run_id" | "node" | "assignee" | "snoozed_until">;

function changeOne(store: Store, key: Change["requests"][number], change: Change, by: Answerer): void {
  requireWaiting(store, key.thread_id, key.interrupt_id);
  // Exactly these columns.
  const item = store
    .prepare(`SELECT graph_id, run_id, node, assignee, snoozed_until FROM inbox_items WHERE thread_id = ? AND interrupt_id = ?`)
    .get(key.thread_id, key.interrupt_id) as Item | undefined;
  if (item === undefined) throw new RetrographError("interrupt_not_found", "The inbox has no such request.", key);
  const { graph_id, run_id, node } = item;
  const log = (action: "assigned" | "snoozed", note: string) => {
    const { by: actor, verified, origin } = by;
    appendAudit(store, { action, ...key, graph_id, run_id, node, actor, verified, origin, note });
  };
  if (change.assignee !== undefined && change.assignee !== item.assignee) {
    store
      .prepare(`UPDATE inbox_items SET assignee = ? WHERE thread_id = ? AND interrupt_id = ?`)
      .run(change.assignee, key.thread_id, key.interrupt_id);
    log("assigned", change.assignee === null ? "To nobody." : `To ${change.assignee}.`);
  }
  if (change.snoozed_until !== undefined && change.snoozed_until !== item.snoozed_until) {
    store
      .prepare(`UPDATE inbox_items SET snoozed_until = ? WHERE thread_id = ? AND interrupt_id = ?`)
      .run(change.snoozed_until, key.thread_id, key.interrupt_id);
    log("snoozed", change.snoozed_until === null ? "Woken up." : `Until ${change.snoozed_until}.`);
  }
}

/**
 * Assigns or snoozes waiting requests, all or none, with entries of the audit log. Throws `interrupt_not_found`,
 * `already_answered` for one that no longer waits. Synchronous.
 */
export function changeItems(store: Store, change: Change, by: Answerer): void {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        for (const { thread_id, interrupt_id } of change.requests) changeOne(store, { thread_id, interrupt_id }, change, by);
      })
      .immediate(),
  );
}
