import { setImmediate as nextMacrotask } from "node:timers/promises";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { putItem } from "./inbox";
import { adoptInterrupts } from "./interrupts";
import type { Store } from "./open";
import { toInterrupt } from "./rows";
import type { InterruptsTable } from "./tables";

const UNLISTED = `
  SELECT i.thread_id, i.interrupt_id FROM interrupts AS i JOIN threads AS t ON t.thread_id = i.thread_id
  WHERE t.hidden = 0 AND NOT EXISTS (SELECT 1 FROM inbox_items AS item WHERE item.thread_id = i.thread_id AND item.interrupt_id = i.interrupt_id)`;

/** Payloads that are read in one turn of the event loop. */
const TOGETHER = 50;

/**
 * Lists the interrupts that an earlier version saved without an item of the inbox. A deadline that their payload names counts
 * from now: nobody was told of it before. Gives how many there were.
 */
export function fillInbox(store: Store): Promise<number> {
  return withStorageErrorsAsync(async () => {
    // Exactly these columns.
    const keys = store.prepare(UNLISTED).all() as Pick<InterruptsTable, "thread_id" | "interrupt_id">[];
    const read = store.prepare(`SELECT * FROM interrupts WHERE thread_id = ? AND interrupt_id = ?`);
    for (let start = 0; start < keys.length; start += TOGETHER) {
      store.atOnce(() => {
        for (const { thread_id, interrupt_id } of keys.slice(start, start + TOGETHER)) {
          // The table's own columns.
          const row = read.get(thread_id, interrupt_id) as InterruptsTable | undefined;
          if (row !== undefined) putItem(store, toInterrupt(row), new Date().toISOString());
        }
      });
      await nextMacrotask();
    }
    return keys.length;
  });
}

/** Threads whose newest checkpoint holds a question while the store knows of none there: another program asked it, or a copy has it. */
const ASKING_UNSEEN = `
  SELECT DISTINCT w.thread_id FROM writes AS w INDEXED BY open_ends JOIN threads AS t ON t.thread_id = w.thread_id
  WHERE w.checkpoint_ns = '' AND w.idx IN (-1, -3) AND w.idx = -3 AND t.graph_id IS NOT NULL AND t.status <> 'busy' AND t.hidden = 0
    AND w.checkpoint_id = (SELECT max(c.checkpoint_id) FROM checkpoints AS c WHERE c.thread_id = w.thread_id AND c.checkpoint_ns = '')
    AND NOT EXISTS (SELECT 1 FROM interrupts AS i WHERE i.thread_id = w.thread_id AND i.checkpoint_id = w.checkpoint_id)`;

type Seen = { version: number; at: number };
const seen = new WeakMap<Store, Seen>();

/** The rows are not looked at more often than that. */
const EVERY_MS = 2000;

/**
 * Finds what other programs left waiting on threads whose workflow is known. Costs nothing while no other connection has
 * written since, and is done every few seconds at most.
 */
export async function adoptWaiting(store: Store): Promise<void> {
  const version = Number(store.sqlite.pragma("data_version", { simple: true }));
  const known = seen.get(store);
  const now = performance.now();
  if (known !== undefined && (known.version === version || now - known.at < EVERY_MS)) return;
  seen.set(store, { version, at: now });
  const threads = withStorageErrors(() => store.prepare(ASKING_UNSEEN).pluck().all().map(String));
  for (const threadId of threads) await adoptInterrupts(store, threadId);
}
