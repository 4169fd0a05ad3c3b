import { RetrographError } from "../errors";
import { RunSchema, type Run, type RunEvent, type RunState, type RunStatus } from "../schema/run";
import type { ThreadStatus } from "../schema/thread";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { recordAsked } from "./interrupts";
import { appendAudit, type NewAuditEntry } from "./audit";
import { claimEach, type AnswerClaim } from "./interrupts-answered";
import type { Store } from "./open";
import { parseJson, toRun } from "./rows";
import { saveRecordings, type Recording } from "./recordings";
import { insertEvents } from "./run-events";
import { loseOpenSpans, saveSpans, type SpanRecord } from "./spans";
import { writeThreadStatus } from "./threads";

/** How a run may end. */
export type TerminalRunState = Exclude<RunState, { status: "pending" | "running" }>;

/**
 * Saves a new run and marks its thread busy, in one transaction; with a claim, also the answers that it carries: either
 * all of it is saved or none, so that no answer is spent on a run that does not exist. `unasked`: what is logged of an answer
 * to a question that its node is yet to ask. Throws what `claimAnswers` throws.
 */
export async function insertRun(store: Store, run: Run, claim: AnswerClaim | null = null, unasked: NewAuditEntry | null = null): Promise<void> {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        if (claim !== null) claimEach(store, claim, run.run_id);
        if (unasked !== null) appendAudit(store, unasked);
        store
          .prepare(
            `INSERT INTO runs (run_id, thread_id, graph_id, cause, status, state, created_at, updated_at, started_at, finished_at,
               from_checkpoint_id, head_checkpoint_id, revision, metadata, kwargs, multitask_strategy)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            run.run_id,
            run.thread_id,
            run.graph_id,
            run.cause,
            run.state.status,
            JSON.stringify(run.state),
            run.created_at,
            run.updated_at,
            run.started_at,
            run.finished_at,
            run.from_checkpoint_id,
            run.head_checkpoint_id,
            run.revision,
            JSON.stringify(run.metadata),
            JSON.stringify(run.kwargs),
            run.multitask_strategy,
          );
        if (run.state.status === "pending" || run.state.status === "running") writeThreadStatus(store, run.thread_id, "busy");
      })
      .immediate(),
  );
}

/** A run, or null. Synchronous. */
export function readRun(store: Store, runId: string): Run | null {
  const row: unknown = store.prepare(`SELECT * FROM runs WHERE run_id = ?`).get(runId);
  if (typeof row !== "object" || row === null) return null;
  const { state, metadata, kwargs, ...rest }: Record<string, unknown> = { ...row };
  return RunSchema.parse({ ...rest, state: parseJson(String(state)), metadata: parseJson(String(metadata)), kwargs: parseJson(String(kwargs)) });
}

/** A run, or null. */
export async function getRun(store: Store, runId: string): Promise<Run | null> {
  return withStorageErrors(() => readRun(store, runId));
}

/** A thread's runs, newest first. */
export function listRuns(store: Store, query: { thread_id: string; status?: RunStatus; limit: number; offset: number }): Promise<Run[]> {
  return withStorageErrorsAsync(async () => {
    let select = store.db.selectFrom("runs").selectAll().where("thread_id", "=", query.thread_id);
    if (query.status !== undefined) select = select.where("status", "=", query.status);
    return (await select.orderBy("position", "desc").limit(query.limit).offset(query.offset).execute()).map(toRun);
  });
}

/** Every run that has not ended, oldest first. */
export function activeRuns(store: Store): Promise<Run[]> {
  return withStorageErrorsAsync(async () => {
    const rows = await store.db.selectFrom("runs").selectAll().where("status", "in", ["pending", "running"]).orderBy("position").execute();
    return rows.map(toRun);
  });
}

function existing(store: Store, runId: string): Run {
  const run = readRun(store, runId);
  if (run === null) throw new RetrographError("run_not_found", `There is no run ${runId}. It may have been deleted.`, { run_id: runId });
  return run;
}

/** Says that a process executes the run now; a run that has ended meanwhile stays as it is. Throws `run_not_found`. Synchronous. */
export function markRunning(store: Store, runId: string, pid: number): Run {
  return withStorageErrors(() => {
    const now = new Date().toISOString();
    const state: RunState = { status: "running", pid };
    store
      .prepare(
        `UPDATE runs SET status = 'running', state = ?, started_at = coalesce(started_at, ?), updated_at = ?
         WHERE run_id = ? AND status IN ('pending', 'running')`,
      )
      .run(JSON.stringify(state), now, now, runId);
    return existing(store, runId);
  });
}

/** `markRunning` by the process itself, which knows the revision of the workflow that it executes. Throws `run_not_found`. Synchronous. */
export function beginRun(store: Store, runId: string, begun: { pid: number; revision: string }): void {
  withStorageErrors(() => {
    const state: RunState = { status: "running", pid: begun.pid };
    const now = new Date().toISOString();
    const { changes } = store
      .prepare(
        `UPDATE runs SET status = 'running', state = ?, started_at = coalesce(started_at, ?), updated_at = ?, revision = ?
         WHERE run_id = ? AND status IN ('pending', 'running')`,
      )
      .run(JSON.stringify(state), now, now, begun.revision, runId);
    if (changes === 0) existing(store, runId);
  });
}

/** The newest checkpoint of the workflow itself that the run wrote, else the one it started from. */
function headOf(store: Store, run: Run): string | null {
  const head: unknown = store
    .prepare(
      `SELECT checkpoint_id FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = '' AND run_id = ? ORDER BY checkpoint_id DESC LIMIT 1`,
    )
    .pluck()
    .get(run.thread_id, run.run_id);
  return typeof head === "string" ? head : rootOf(store, run.thread_id, run.from_checkpoint_id);
}

/** The checkpoint itself, or that of the workflow around it for one of a subgraph. */
function rootOf(store: Store, threadId: string, checkpointId: string | null): string | null {
  if (checkpointId === null) return null;
  const own = store.prepare(`SELECT 1 FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?`);
  if (own.get(threadId, checkpointId) !== undefined) return checkpointId;
  const root: unknown = store
    .prepare(
      `WITH RECURSIVE around (checkpoint_id, checkpoint_ns, outer_checkpoint_id, depth) AS (
         SELECT checkpoint_id, checkpoint_ns, outer_checkpoint_id, 0 FROM checkpoint_index
         WHERE thread_id = @thread AND checkpoint_ns <> '' AND checkpoint_id = @id
         UNION ALL
         SELECT i.checkpoint_id, i.checkpoint_ns, i.outer_checkpoint_id, depth + 1 FROM around
           JOIN checkpoint_index AS i ON i.thread_id = @thread AND i.checkpoint_id = around.outer_checkpoint_id
         WHERE around.checkpoint_ns <> '' AND depth < 100
       ) SELECT checkpoint_id FROM around WHERE checkpoint_ns = '' LIMIT 1`,
    )
    .pluck()
    .get({ thread: threadId, id: checkpointId });
  return typeof root === "string" ? root : checkpointId;
}

type RunEnd = {
  run_id: string;
  state: TerminalRunState;
  events: readonly RunEvent[];
  spans?: readonly SpanRecord[];
  recordings?: readonly Recording[];
  thread_status: ThreadStatus;
};

/**
 * Ends a run in one transaction: its status and reason, its last events and spans, the interrupts that it asks, its newest
 * checkpoint and the thread's status. A run that has ended already stays as it is. The thread stays busy while another
 * run of it waits or runs. Throws `run_not_found`. Synchronous.
 */
export function finishRun(store: Store, end: RunEnd): Run {
  return withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        const run = existing(store, end.run_id);
        if (run.state.status !== "pending" && run.state.status !== "running") return run;
        const now = new Date().toISOString();
        const head = headOf(store, run);
        insertEvents(store, end.run_id, end.events);
        saveSpans(store, end.spans ?? []);
        saveRecordings(store, end.recordings ?? []);
        loseOpenSpans(store, end.run_id);
        store
          .prepare(`UPDATE runs SET status = ?, state = ?, updated_at = ?, finished_at = ?, head_checkpoint_id = ? WHERE run_id = ?`)
          .run(end.state.status, JSON.stringify(end.state), now, now, head, end.run_id);
        if (end.state.status === "interrupted") recordAsked(store, { ...run, head_checkpoint_id: head }, end.state.interrupts);
        const others = store.prepare(`SELECT count(*) FROM runs WHERE thread_id = ? AND status IN ('pending', 'running')`).pluck().get(run.thread_id);
        writeThreadStatus(store, run.thread_id, Number(others) > 0 ? "busy" : end.thread_status);
        return existing(store, end.run_id);
      })
      .immediate(),
  );
}

/** Deletes a run with its events and spans; its checkpoints stay. */
export async function deleteRun(store: Store, runId: string): Promise<void> {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        for (const table of ["run_events", "recordings", "spans", "effects", "runs"])
          store.prepare(`DELETE FROM ${table} WHERE run_id = ?`).run(runId);
      })
      .immediate(),
  );
}
