import type { Selectable } from "kysely";
import { RunStateSchema, type RunState } from "../schema/run";
import type { ThreadSummary } from "../schema/thread";
import { adoptForeignThreads } from "./adopt";
import { withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import type { Store } from "./open";
import { toThread } from "./rows";
import type { ThreadsTable } from "./tables";
import { whereThreads, type ThreadFilter } from "./thread-filters";
import { countMatching, getThread } from "./threads";

/** One line of why the run is where it is, or null when the status says it all. */
function messageOf(state: RunState): string | null {
  switch (state.status) {
    case "error":
      return `${state.error.name}: ${state.error.message}`;
    case "crashed":
      return state.message;
    case "cancelled":
      return `Cancelled by ${state.by}`;
    case "budget_exceeded":
      return `The limit of ${state.limit} ${state.budget.replace("_", " ")} was reached`;
    case "interrupted":
      return state.breakpoint === null ? null : `Stopped ${state.breakpoint.when} ${state.breakpoint.nodes.join(", ")}`;
    default:
      return null;
  }
}

function lastRun(store: Store, threadId: string): ThreadSummary["last_run"] {
  const row: unknown = store.prepare(`SELECT run_id, state FROM runs WHERE thread_id = ? ORDER BY position DESC LIMIT 1`).get(threadId);
  if (typeof row !== "object" || row === null || !("run_id" in row) || !("state" in row)) return null;
  const state = RunStateSchema.parse(JSON.parse(String(row.state)));
  return { run_id: String(row.run_id), status: state.status, message: messageOf(state) };
}

/** Every checkpoint but a branch's last is a parent, so the leaves are what is left. */
function countsOf(store: Store, threadId: string): { checkpoints: number; branches: number; waiting: number } {
  const row: unknown = store
    .prepare(
      `SELECT count(*) AS checkpoints, count(*) - count(DISTINCT parent_checkpoint_id) AS branches,
         (SELECT count(*) FROM interrupts WHERE thread_id = ? AND status = 'waiting') AS waiting
       FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ''`,
    )
    .get(threadId, threadId);
  const { checkpoints, branches, waiting }: Record<string, unknown> = { ...(typeof row === "object" ? row : null) };
  return { checkpoints: Number(checkpoints), branches: Number(branches), waiting: Number(waiting) };
}

async function toSummary(store: Store, row: Selectable<ThreadsTable>): Promise<ThreadSummary> {
  await ensureIndexed(store, row.thread_id);
  return { ...toThread(row), ...countsOf(store, row.thread_id), last_run: lastRun(store, row.thread_id) };
}

type SummaryQuery = ThreadFilter & { sort?: "updated_at" | "created_at"; limit: number; offset: number };

/** Threads with what their newest run came to, newest activity first unless told otherwise, and how many match in all. */
export function listThreadSummaries(store: Store, query: SummaryQuery): Promise<{ threads: ThreadSummary[]; total: number }> {
  return withStorageErrorsAsync(async () => {
    adoptForeignThreads(store);
    const { sort = "updated_at", limit, offset, ...filter } = query;
    const rows = await whereThreads(store, store.db.selectFrom("threads"), filter)
      .selectAll()
      .orderBy(sort, "desc")
      .orderBy("thread_id", "desc")
      .limit(limit)
      .offset(offset)
      .execute();
    const threads: ThreadSummary[] = [];
    for (const row of rows) threads.push(await toSummary(store, row));
    return { threads, total: await countMatching(store, filter) };
  });
}

/** One thread's summary, or null. */
export function getThreadSummary(store: Store, threadId: string): Promise<ThreadSummary | null> {
  return withStorageErrorsAsync(async () => {
    const thread = await getThread(store, threadId);
    if (thread === null) return null;
    await ensureIndexed(store, threadId);
    return { ...thread, ...countsOf(store, threadId), last_run: lastRun(store, threadId) };
  });
}
