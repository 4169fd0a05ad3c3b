import type { Lifecycle, Run } from "../schema/run";
import type { ThreadStatus } from "../schema/thread";
import { statusFromRows } from "./adopt";
import { withStorageErrorsAsync } from "./errors";
import { readCheckpoint } from "./checkpoints";
import { latestEntry } from "./timeline";
import type { Store } from "./open";
import { lastSeq } from "./run-events";
import { activeRuns, finishRun, type TerminalRunState } from "./runs";

/** Nodes that were at work: those of the newest checkpoint that had not come to an end. */
async function runningNodes(store: Store, threadId: string): Promise<string[]> {
  try {
    const head = await readCheckpoint(store, { thread_id: threadId });
    return head?.tasks.filter((task) => task.status === "pending").map((task) => task.name) ?? [];
  } catch {
    return (await latestEntry(store, threadId, ""))?.next ?? [];
  }
}

/** A crashed run leaves its thread waiting if a task asks for something, else in error. */
function threadStatusAfterCrash(store: Store, threadId: string): ThreadStatus {
  return statusFromRows(store, threadId) === "interrupted" ? "interrupted" : "error";
}

/**
 * Ends a run whose process is gone: `crashed`, with the nodes that were to run, told to late listeners by a last event.
 * Gives the run as it stands when it had ended by itself.
 */
async function crashRun(store: Store, run: Run, crash: { exit_code: number | null; signal: string | null; message: string }): Promise<Run> {
  const state: TerminalRunState = { status: "crashed", ...crash, running: await runningNodes(store, run.thread_id) };
  const event: Lifecycle = { type: "run_finished", run_id: run.run_id, state, at: new Date().toISOString() };
  return finishRun(store, {
    run_id: run.run_id,
    state,
    events: [{ seq: lastSeq(store, run.run_id) + 1, event: "lifecycle", data: JSON.stringify(event) }],
    thread_status: threadStatusAfterCrash(store, run.thread_id),
  });
}

/** Threads that say they are busy though nothing runs on them. */
async function settleThreads(store: Store): Promise<void> {
  const stale = await store.db
    .selectFrom("threads")
    .select("thread_id")
    .where("status", "=", "busy")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("runs")
            .select("run_id")
            .whereRef("runs.thread_id", "=", "threads.thread_id")
            .where("runs.status", "in", ["pending", "running"]),
        ),
      ),
    )
    .execute();
  for (const { thread_id } of stale) {
    await store.db
      .updateTable("threads")
      .set({ status: statusFromRows(store, thread_id) })
      .where("thread_id", "=", thread_id)
      .execute();
  }
}

/**
 * Called when the server starts, before it has a runner: nothing can be running, so every run that is pending or running
 * becomes `crashed` with `reason` (a process id proves nothing, the system gives it out again); threads are set to what
 * the rows say. Gives the runs that it ended.
 */
export function reconcile(store: Store, reason: string): Promise<Run[]> {
  return withStorageErrorsAsync(async () => {
    const ended: Run[] = [];
    for (const run of await activeRuns(store)) {
      ended.push(await crashRun(store, run, { exit_code: null, signal: null, message: reason }));
    }
    await settleThreads(store);
    return ended;
  });
}
