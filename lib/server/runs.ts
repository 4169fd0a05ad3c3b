import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type { RunsCancelSchema, RunCreateBody } from "../schema/agent-server";
import type { StartRunBodySchema } from "../schema/debug-api";
import type { Json } from "../schema/json";
import type { Run, RunStatus } from "../schema/run";
import { readCheckpoint } from "../store/checkpoints";
import { deleteRunWithCheckpoints } from "../store/rollback";
import { deleteRun as deleteStored, getRun as readRun, listRuns as listStored } from "../store/runs";
import { getApp, type App } from "./app";
import { isTerminal } from "./end-run";
import type { Caller } from "./http/handle";
import { toPlainJson, toPlainObject } from "./plain-json";
import { fromRunCreate, fromStartRun } from "./run-requests";
import { startRun, type StartedRun } from "./start-run";
import { deleteThread, requireThread } from "./threads";

/** A run; with a thread id, only when it is that thread's. Throws `run_not_found`. */
export async function getRun(runId: string, threadId?: string): Promise<Run> {
  const { store, scheduler } = await getApp();
  const run = await readRun(store, runId);
  if (run !== null && (threadId === undefined || run.thread_id === threadId)) return scheduler.ends.current(run);
  throw new RetrographError("run_not_found", `There is no run ${runId}. It may have been deleted.`, { run_id: runId });
}

/** A thread's runs, newest first. Throws `thread_not_found`. */
export async function listRuns(threadId: string, query: { limit: number; offset: number; statuses?: RunStatus[] | undefined }): Promise<Run[]> {
  const app = await getApp();
  await requireThread(app, threadId);
  const { limit, offset, statuses } = query;
  if (statuses === undefined) return listStored(app.store, { thread_id: threadId, limit, offset });
  const lists = await Promise.all(statuses.map((status) => listStored(app.store, { thread_id: threadId, status, limit: limit + offset, offset: 0 })));
  return lists
    .flat()
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(offset, offset + limit);
}

/** Starts, continues, replays or resumes for the workbench; answers when the run is saved. */
export async function startWorkbenchRun(body: z.output<typeof StartRunBodySchema>, caller: Caller): Promise<Run> {
  const started = await startRun(await getApp(), fromStartRun(body, caller));
  started.events.close();
  return started.run;
}

/** Starts a run of the Agent Server API. Without a thread it gets one of its own, which goes with it unless it is to be kept. */
export async function startApiRun(threadId: string | null, body: RunCreateBody, caller: Caller): Promise<StartedRun & { result: Promise<Json> }> {
  const app = await getApp();
  const started = await startRun(app, await fromRunCreate(app, threadId, body, caller));
  const { run_id: runId, thread_id: ownThread } = started.run;
  const result = started.ended.then(() => readResult(app, runId));
  if (threadId === null && body.on_completion !== "keep") {
    void result.then(
      () => removeQuietly(ownThread),
      () => removeQuietly(ownThread),
    );
  }
  return { ...started, result };
}

/** Starts several runs, each on a thread of its own. When one cannot be started, those before it go on. */
export async function startBatch(bodies: RunCreateBody[], caller: Caller): Promise<Run[]> {
  const runs: Run[] = [];
  for (const body of bodies) {
    const started = await startApiRun(null, body, caller);
    started.events.close();
    runs.push(started.run);
  }
  return runs;
}

async function removeQuietly(threadId: string): Promise<void> {
  try {
    await deleteThread(threadId);
  } catch (error) {
    console.error(`The temporary thread ${threadId} could not be deleted:`, error);
  }
}

function failure(error: string, message: string): Json {
  return { __error__: { error, message } };
}

/** What a run came to: the final values (with what it asks, when interrupted), or `{__error__}`. */
async function readResult(app: App, runId: string): Promise<Json> {
  const run = await readRun(app.store, runId);
  if (run === null) return failure("RunDeleted", "The run was deleted before it ended.");
  const { state } = run;
  if (state.status === "error") return failure(state.error.name, state.error.message);
  if (state.status === "crashed") return failure("RunnerCrashed", state.message);
  if (state.status === "budget_exceeded") return failure("BudgetExceeded", `The run used ${state.used} of ${state.limit} ${state.budget}.`);
  const at = run.head_checkpoint_id;
  const view = at === null ? null : await readCheckpoint(app.store, { thread_id: run.thread_id, checkpoint_id: at });
  const values = await outputOf(app, run.graph_id, toPlainObject(view?.values ?? {}));
  if (state.status !== "interrupted") return values;
  return { ...values, __interrupt__: state.interrupts.map(({ id, value }) => ({ id, value: toPlainJson(value) })) };
}

/** The channels that the workflow gives as its output. */
async function outputOf(app: App, graphId: string, values: Record<string, Json>): Promise<Record<string, Json>> {
  const workflow = (await app.pool.workflows()).get(graphId);
  if (workflow?.status !== "loaded") return values;
  const hidden = new Set(workflow.description.channels.filter((channel) => !channel.output).map((channel) => channel.name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));
}

/** Waits for the run's end and gives what it came to. Throws `run_not_found`. */
export async function joinRun(threadId: string, runId: string): Promise<{ result: Promise<Json> }> {
  const app = await getApp();
  await getRun(runId, threadId);
  return { result: app.scheduler.ended(runId).then(() => readResult(app, runId)) };
}

/** Asks a run to stop without waiting for it; nothing happens to one that has ended. Throws `run_not_found`. */
export async function requestCancel(runId: string, threadId?: string): Promise<void> {
  const app = await getApp();
  await getRun(runId, threadId);
  void app.scheduler.cancel(runId, "a person").catch((error: unknown) => console.error(`Stopping run ${runId} failed:`, error));
}

/** `cancelRun` without waiting for it. Throws `run_not_found`. */
export async function cancelSoon(threadId: string, runId: string, action: "interrupt" | "rollback"): Promise<void> {
  await getRun(runId, threadId);
  void cancelRun(threadId, runId, action).catch((error: unknown) => console.error(`Stopping run ${runId} failed:`, error));
}

/** Stops a run, waiting or running, and settles when its end is saved. With `rollback` the run and its checkpoints are deleted. */
export async function cancelRun(threadId: string, runId: string, action: "interrupt" | "rollback"): Promise<void> {
  const app = await getApp();
  await getRun(runId, threadId);
  await app.scheduler.cancel(runId, "a person");
  if (action === "rollback") {
    await deleteRunWithCheckpoints(app.store, runId);
    app.live.publishThread(threadId, await requireThread(app, threadId));
  }
}

/** Stops the runs that match, all at once. Throws `thread_not_found`, `run_not_found`. */
export async function cancelRuns(body: z.output<typeof RunsCancelSchema>, action: "interrupt" | "rollback"): Promise<void> {
  const app = await getApp();
  if (body.thread_id != null) await requireThread(app, body.thread_id);
  const ids = body.run_ids ?? (body.thread_id == null ? app.scheduler.allActiveIds() : app.scheduler.activeIds(body.thread_id));
  const runs = await Promise.all(ids.map((runId) => getRun(runId, body.thread_id ?? undefined)));
  const wanted = runs.filter((run) => body.status == null || body.status === "all" || run.state.status === body.status);
  await Promise.all(wanted.map((run) => cancelRun(run.thread_id, run.run_id, action)));
}

/** Deletes a run and its events; its checkpoints stay. A run that is active is stopped first. Throws `run_not_found`. */
export async function deleteRun(threadId: string, runId: string): Promise<void> {
  const app = await getApp();
  const run = await getRun(runId, threadId);
  if (!isTerminal(run.state)) await app.scheduler.cancel(runId, "deletion");
  await deleteStored(app.store, runId);
}
