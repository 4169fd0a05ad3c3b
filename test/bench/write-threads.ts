import { randomUUID } from "node:crypto";
import type { Store } from "../../lib/store/open";
import { writeLargeThread } from "./write-thread";

const SUBJECTS = ["invoice", "refund", "contract", "release", "outage", "survey", "budget", "migration", "interview", "complaint"];
const VERBS = ["Summarise", "Check", "Draft", "Translate", "Review", "Plan", "Explain", "Compare"];
const USERS = ["ann", "bob", "cem", "dora", "eli", "fay", "gus", "hana"];
const STATUSES = ["idle", "idle", "idle", "idle", "idle", "idle", "idle", "error", "interrupted", "idle"];
const HOUR = 3_600_000;

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}

/** Metadata as programs write them: flat, nested, a list. */
function metadataOf(index: number): Record<string, unknown> {
  const graph_id = index % 5 === 0 ? "loop" : "journal";
  return {
    graph_id,
    user: pick(USERS, index * 3),
    ticket: `T-${index}`,
    priority: index % 4,
    tags: [pick(SUBJECTS, index), pick(SUBJECTS, index >> 3)],
    customer: { plan: index % 7 === 0 ? "pro" : "free", seats: index % 50 },
  };
}

/** Writes small threads with titles, metadata and times all over two years, each with a few checkpoints and a run. Synchronous. */
export function writeManyThreads(store: Store, count: number): void {
  const now = Date.now();
  const change = store.sqlite.prepare(
    `UPDATE threads SET graph_id = ?, title = ?, status = ?, created_at = ?, updated_at = ?, metadata = ? WHERE thread_id = ?`,
  );
  const addRun = store.sqlite.prepare(
    `INSERT INTO runs (run_id, thread_id, graph_id, cause, status, state, created_at, updated_at, started_at, finished_at, from_checkpoint_id,
       head_checkpoint_id, revision, metadata, kwargs, multitask_strategy)
     VALUES (?, ?, ?, 'input', ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, '{}', '{}', 'reject')`,
  );
  store.sqlite.transaction(() => {
    for (let index = 0; index < count; index++) {
      const threadId = writeLargeThread(store, { checkpoints: 4, branches: 1, state: 200 });
      const metadata = metadataOf(index);
      const created = new Date(now - ((index * 7919) % (2 * 365 * 24)) * HOUR).toISOString();
      const updated = new Date(Math.min(now, Date.parse(created) + (index % 40) * HOUR)).toISOString();
      const status = pick(STATUSES, index) ?? "idle";
      const title = `${pick(VERBS, index) ?? ""} the ${pick(SUBJECTS, index) ?? ""} of customer ${index}`;
      change.run(metadata.graph_id, title, status, created, updated, JSON.stringify(metadata), threadId);
      const state =
        status === "error"
          ? {
              status,
              error: {
                name: "Error",
                message: `The service of customer ${index} did not answer.`,
                stack: null,
                node: "note",
                task_id: null,
                hint: null,
              },
            }
          : status === "interrupted"
            ? { status, interrupts: [], breakpoint: { when: "before", nodes: ["note"] } }
            : { status: "success" };
      addRun.run(randomUUID(), threadId, metadata.graph_id, state.status, JSON.stringify(state), created, updated, created, updated);
    }
  })();
}
