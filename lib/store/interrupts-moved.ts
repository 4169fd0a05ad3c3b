import type { Interrupt } from "../schema/thread";
import { appendAudit } from "./audit";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";

type Status = Interrupt["status"];

type Move = {
  thread_id: string;
  /** A condition of the caller's own text, whose values are bound by name. */
  where: string;
  values: Readonly<Record<string, string>>;
  from: Exclude<Status, "answered">;
  to: Exclude<Status, "answered">;
  /** For the log: why. */
  note: string;
};

type Moved = { interrupt_id: string; graph_id: string; run_id: string; node: string };

/**
 * Says that waiting interrupts are moot, or that moot ones wait again, with an entry of the audit log each. Gives their ids.
 * Synchronous, without a transaction of its own.
 */
export function moveInterrupts(store: Store, move: Move): string[] {
  // Exactly these columns.
  const rows = store
    .prepare(
      `UPDATE interrupts SET status = @to WHERE thread_id = @thread AND status = @from AND ${move.where} RETURNING interrupt_id, graph_id, run_id, node`,
    )
    .all({ ...move.values, thread: move.thread_id, from: move.from, to: move.to }) as Moved[];
  for (const row of rows) {
    appendAudit(store, {
      action: move.to === "gone" ? "withdrawn" : "asked",
      thread_id: move.thread_id,
      graph_id: row.graph_id,
      interrupt_id: row.interrupt_id,
      run_id: row.run_id,
      node: drawnNode(store, move.thread_id, row.interrupt_id) ?? row.node,
      actor: "Retrograph",
      verified: true,
      origin: { via: "server", address: null, user_agent: null },
      note: move.note,
    });
  }
  return rows.map(({ interrupt_id }) => interrupt_id);
}

/** The node of a request as it is drawn, or null for one that the inbox does not have. */
export function drawnNode(store: Store, threadId: string, interruptId: string): string | null {
  const node: unknown = store.prepare(`SELECT node FROM inbox_items WHERE thread_id = ? AND interrupt_id = ?`).pluck().get(threadId, interruptId);
  return typeof node === "string" ? node : null;
}

/** Says that waiting interrupts are moot: those of one checkpoint, or all of the thread. Gives how many there were. */
export async function markGone(store: Store, where: { thread_id: string; checkpoint_id?: string }): Promise<number> {
  const condition = where.checkpoint_id === undefined ? "1" : "checkpoint_id = @checkpoint";
  return withStorageErrors(() =>
    store.sqlite
      .transaction(
        () =>
          moveInterrupts(store, {
            thread_id: where.thread_id,
            where: condition,
            values: where.checkpoint_id === undefined ? {} : { checkpoint: where.checkpoint_id },
            from: "waiting",
            to: "gone",
            note: "The thread went on another way.",
          }).length,
      )
      .immediate(),
  );
}
