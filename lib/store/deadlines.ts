import { EffectiveRuleSchema } from "../schema/inbox";
import type { Json } from "../schema/json";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { parseJson } from "./rows";
import type { RequestKey } from "./votes";

/** A request whose deadline has passed, with the answer that is given then. */
export type DueRequest = RequestKey & {
  graph_id: string;
  run_id: string;
  checkpoint_id: string;
  node: string;
  due_at: string;
  asked_at: string;
  /** Undefined where the rule no longer has one. */
  answer: Json | undefined;
};

type Row = Omit<DueRequest, "answer"> & { rule: string };

/** Waiting requests whose deadline is at or before `now` (ISO 8601), the most overdue first. Copies that answers are tried on are none of them. Synchronous. */
export function listDue(store: Store, now: string, limit: number): DueRequest[] {
  return withStorageErrors(() => {
    const rows = store
      .prepare(
        `SELECT thread_id, interrupt_id, graph_id, run_id, checkpoint_id, node, due_at, asked_at, rule FROM inbox_items
         WHERE status = 'waiting' AND due_at IS NOT NULL AND due_at <= ?
           AND NOT EXISTS (SELECT 1 FROM threads WHERE threads.thread_id = inbox_items.thread_id AND hidden = 1)
         ORDER BY due_at LIMIT ?`,
      )
      // Exactly these columns.
      .all(now, limit) as Row[];
    return rows.map(({ rule, ...row }) => ({ ...row, answer: EffectiveRuleSchema.safeParse(parseJson(rule)).data?.deadline?.answer }));
  });
}

/** When the next deadline is, ISO 8601, or null. Synchronous. */
export function nextDue(store: Store, after: string): string | null {
  const due: unknown = withStorageErrors(() =>
    store.prepare(`SELECT min(due_at) FROM inbox_items WHERE status = 'waiting' AND due_at IS NOT NULL AND due_at > ?`).pluck().get(after),
  );
  return typeof due === "string" ? due : null;
}

/** True when the log says already that the request could not be answered at its deadline, since it was asked. Synchronous. */
export function isDeadlineRejected(store: Store, key: RequestKey, since: string): boolean {
  const found: unknown = withStorageErrors(() =>
    store
      .prepare(`SELECT 1 FROM audit_log WHERE thread_id = ? AND interrupt_id = ? AND action = 'rejected' AND actor = 'deadline' AND at >= ?`)
      .get(key.thread_id, key.interrupt_id, since),
  );
  return found !== undefined;
}
