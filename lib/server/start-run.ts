import "server-only";
import { v7 as uuid7 } from "uuid";
import { RetrographError } from "../errors";
import type { GraphDescription } from "../schema/graph";
import type { Json, JsonObject } from "../schema/json";
import type { CommandBody, Run, RunCause, RunEvent, RunSpec } from "../schema/run";
import type { Thread } from "../schema/thread";
import { listBreakpoints } from "../store/breakpoints";
import { adoptInterrupts } from "../store/interrupts";
import type { NewAuditEntry } from "../store/audit";
import { unclaimAnswers } from "../store/interrupts-answered";
import { readPins } from "../store/pins";
import { deleteRunWithCheckpoints } from "../store/rollback";
import { isHiddenThread } from "../store/hidden-threads";
import { insertRun, listRuns } from "../store/runs";
import { createThread as insertThread, getThread, patchThread } from "../store/threads";
import { latestEntry, readEntry } from "../store/timeline";
import type { App } from "./app";
import { gateAnswers, gateUnasked } from "./approval-rules";
import { assistantIdOf } from "./assistants";
import type { Caller } from "./http/handle";
import { answererOf } from "./inbox/answerer";
import { logRefusedResume } from "./inbox/rejected";
import type { Subscription } from "./live";
import { replayOf } from "./replay-source";
import { releaseUnused, resolveResume } from "./resume";
import { refuseGoneNodes } from "./revision";
import { toRun, toSpec, type Plan } from "./run-spec";
import { NEW_THREAD_TITLE, titleOf } from "./thread-title";
import { requireGraph } from "./workflows";

/** A run that somebody asks for, by whichever API. */
export type RunRequest = {
  graph_id: string;
  /** Null makes a thread. */
  thread_id: string | null;
  if_not_exists: "create" | "reject";
  /** Null goes on from the checkpoint. */
  input: Json;
  command: CommandBody | null;
  checkpoint_id: string | null;
  checkpoint_ns: string;
  config: RunSpec["config"];
  context?: Json;
  metadata: JsonObject;
  stream_modes: RunSpec["stream_modes"];
  stream_subgraphs: boolean;
  stream_resumable: boolean;
  interrupt_before: RunSpec["interrupt_before"];
  interrupt_after: RunSpec["interrupt_after"];
  durability: RunSpec["durability"];
  /** `breakpoints`: stop at the workflow's enabled ones. */
  debug: { breakpoints: boolean; stop: RunSpec["debug"]["stop"] };
  multitask_strategy: Run["multitask_strategy"];
  delay_ms: number;
  /** Refuse when nothing would run, instead of letting LangGraph answer. */
  must_run: boolean;
  /** Who asks, and from where. */
  caller: Caller;
  /** How model and tool calls are treated; absent: they run. */
  replay?: RunSpec["replay"];
  /** The question that is answered again, for the record, where its node has yet to ask it on this branch. */
  again?: { interrupt_id: string; node: string; shown_hash: string };
};

export type StartedRun = {
  run: Run;
  /** The run's events from the first one on; close it when it is not read. */
  events: Subscription<RunEvent>;
  /** Settles when the run's end is saved and told. */
  ended: Promise<void>;
};

function notFound(threadId: string): RetrographError {
  return new RetrographError("thread_not_found", `There is no thread ${threadId}. It may have been deleted.`, { thread_id: threadId });
}

async function findThread(app: App, request: RunRequest): Promise<Thread> {
  const { store } = app;
  const threadId = request.thread_id ?? uuid7();
  const existing = request.thread_id === null ? null : await getThread(store, threadId);
  if (existing === null) {
    if (request.thread_id !== null && request.if_not_exists === "reject") {
      throw notFound(threadId);
    }
    const metadata = { graph_id: request.graph_id, assistant_id: assistantIdOf(request.graph_id) };
    return insertThread(store, { thread_id: threadId, graph_id: request.graph_id, metadata, title: titleOf({}, request.input) ?? NEW_THREAD_TITLE });
  }
  if (existing.graph_id !== null && existing.graph_id !== request.graph_id) {
    throw new RetrographError(
      "graph_mismatch",
      `The thread belongs to the workflow ${existing.graph_id}; ${request.graph_id} cannot go on from its state. Start a new thread.`,
      { graph_id: existing.graph_id },
    );
  }
  return adoptForRun(app, existing, request);
}

/** It may have been deleted or cleaned up while the start waited for its turn. */
async function requireStill(app: App, threadId: string): Promise<void> {
  if ((await getThread(app.store, threadId)) === null) throw notFound(threadId);
}

/** Gives a thread that has none its workflow, and a new one the title of its first input. */
async function adoptForRun(app: App, thread: Thread, request: RunRequest): Promise<Thread> {
  const title = thread.title === NEW_THREAD_TITLE ? titleOf(thread.metadata, request.input) : null;
  const needsGraph = thread.graph_id === null || thread.metadata.assistant_id === undefined;
  if (title === null && !needsGraph) return thread;
  return patchThread(app.store, thread.thread_id, {
    ...(title === null ? {} : { title }),
    ...(needsGraph ? { graph_id: request.graph_id, metadata: { graph_id: request.graph_id, assistant_id: assistantIdOf(request.graph_id) } } : {}),
  });
}

/** Makes room for the run on a thread that is busy, the way the request wants it. */
async function makeRoom(app: App, threadId: string, request: RunRequest): Promise<void> {
  await app.scheduler.settled(threadId);
  const active = app.scheduler.activeIds(threadId);
  if (active.length === 0 || request.multitask_strategy === "enqueue") return;
  if (request.multitask_strategy === "reject") {
    throw new RetrographError("thread_busy", "The thread is already running a task. Wait for it to end, or stop it.", {
      thread_id: threadId,
      run_ids: active,
    });
  }
  // The newest first, so that no waiting run starts in between.
  for (const runId of active.reverse()) {
    await app.scheduler.cancel(runId, "a newer run");
    if (request.multitask_strategy === "rollback") await deleteRunWithCheckpoints(app.store, runId);
  }
}

/** Stops that make a run one step of a person who debugs. */
const STEPS: ReadonlySet<RunSpec["debug"]["stop"]["at"]> = new Set(["step", "into", "out"]);

function causeOf(request: RunRequest, isLatest: boolean): RunCause {
  if (request.command?.resume !== undefined) return "resume";
  if (request.input !== null || request.command !== null) return isLatest ? "start" : "fork";
  if (STEPS.has(request.debug.stop.at)) return "step";
  if (request.interrupt_after === "*" || request.interrupt_before === "*") return "step";
  return isLatest ? "resume" : "replay";
}

/** True when what is next at the checkpoint is what will run: no input starts anew, no command goes elsewhere. */
function goesOn(request: RunRequest): boolean {
  return request.input === null && request.command?.goto === undefined;
}

async function planRun(app: App, threadId: string, request: RunRequest, graph: GraphDescription): Promise<Plan> {
  const { store } = app;
  const asked = request.command?.resume;
  const resume = asked === undefined ? null : await resolveResume(app, { thread_id: threadId, at: request.checkpoint_id }, asked, request.caller);
  const latest = await latestEntry(store, threadId, request.checkpoint_ns);
  const wanted = resume?.checkpoint_id ?? request.checkpoint_id;
  const from = wanted === null || wanted === latest?.checkpoint_id ? latest : await readEntry(store, threadId, request.checkpoint_ns, wanted);
  if (wanted !== null && from === null) {
    throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${wanted}.`, { checkpoint_id: wanted });
  }
  if (request.must_run && request.input === null && request.command === null && (from === null || from.next.length === 0)) {
    throw new RetrographError(
      "nothing_to_run",
      "Nothing is next at this checkpoint: the workflow has ended there. Start it with an input, or fork an earlier step.",
    );
  }
  if (from !== null && goesOn(request)) await refuseGoneNodes(app, threadId, from, graph);
  const isLatest = from?.checkpoint_id === latest?.checkpoint_id;
  // A thread that runs will have another latest checkpoint by the time this run starts.
  const canFollowLatest = isLatest && app.scheduler.activeIds(threadId).length === 0;
  return {
    cause: causeOf(request, isLatest),
    from,
    checkpoint_id: canFollowLatest ? null : wanted,
    command: resume === null ? request.command : { ...request.command, resume: resume.resume },
    answers: resume?.answers ?? {},
  };
}

/** Lets only answers through that count by the workflow's rules. Throws `not_allowed`, `approval_missing`. */
function gateResume(app: App, threadId: string, request: RunRequest, plan: Plan): void {
  if (request.command?.resume === undefined) return;
  const { caller, graph_id } = request;
  if (Object.keys(plan.answers).length > 0) gateAnswers(app, { ...caller, thread_id: threadId }, plan.answers);
  else gateUnasked(app, caller.actor, { graph_id, nodes: plan.from?.next ?? [] });
}

/** What the log keeps of an answer to a question that the node is about to ask: it has no id on this branch yet. */
function unaskedAnswer(run: Run, { caller, command, again }: RunRequest, plan: Plan): NewAuditEntry | null {
  if (command?.resume === undefined || Object.keys(plan.answers).length > 0) return null;
  return {
    action: "answered",
    thread_id: run.thread_id,
    graph_id: run.graph_id,
    interrupt_id: again?.interrupt_id ?? null,
    run_id: run.run_id,
    node: again?.node ?? plan.from?.next[0] ?? null,
    actor: caller.actor.name,
    verified: caller.actor.verified,
    origin: caller.origin,
    shown_hash: again?.shown_hash ?? null,
    answer: command.resume,
    note: again === undefined ? "Given before its node has asked." : "Answered differently, from before the earlier answer, on a branch of its own.",
  };
}

/** Where the run stops, and how often each breakpoint was reached on the way here since the last input. */
async function debugOf(app: App, threadId: string, request: RunRequest): Promise<RunSpec["debug"]> {
  const { stop } = request.debug;
  if (!request.debug.breakpoints) return { breakpoints: [], stop, hits: {} };
  const pinned = readPins(app.store, request.graph_id).filter(({ enabled }) => enabled);
  const pins = pinned.length === 0 ? {} : { pins: Object.fromEntries(pinned.map(({ node, values }) => [node, values])) };
  const breakpoints = (await listBreakpoints(app.store, request.graph_id)).filter((breakpoint) => breakpoint.enabled);
  if (request.input !== null || breakpoints.length === 0) return { breakpoints, stop, hits: {}, ...pins };
  const [last] = await listRuns(app.store, { thread_id: threadId, limit: 1, offset: 0 });
  return { breakpoints, stop, hits: last?.state.status === "interrupted" ? (last.state.hits ?? {}) : {}, ...pins };
}

/** What a run that broke has left: answers that were lost with it wait again, and what its other nodes ask is found. */
async function settleRequests({ store }: App, run: Run, hadAnswers: boolean): Promise<void> {
  if (run.state.status === "success" || run.state.status === "interrupted") return;
  if (hadAnswers) await releaseUnused(store, run);
  await adoptInterrupts(store, run.thread_id);
}

/**
 * Saves a run and hands it to a runner, or into its thread's queue. Answers are claimed together with saving it, so that
 * of two that answer at once exactly one starts a run. Throws `graph_not_found`, `graph_failed`, `thread_not_found`,
 * `graph_mismatch`, `thread_busy`, `checkpoint_not_found`, `nothing_to_run`, `revision_conflict`, `not_allowed`,
 * `approval_missing` and what a resume may throw.
 */
export async function startRun(app: App, request: RunRequest): Promise<StartedRun> {
  try {
    return await beginRun(app, request);
  } catch (error) {
    // What the server itself cannot answer is logged where it is tried again, once.
    const isPersons = request.caller.origin.via !== "server";
    if (isPersons && request.thread_id !== null && request.command?.resume !== undefined) {
      logRefusedResume(app.store, { thread_id: request.thread_id, resume: request.command.resume }, request.caller, error);
    }
    throw error;
  }
}

async function beginRun(app: App, request: RunRequest): Promise<StartedRun> {
  // Somebody who changes a workflow and runs it at once means the changed one.
  await app.pool.settled();
  const graph = await requireGraph(app, request.graph_id);
  const thread = await findThread(app, request);
  const threadId = thread.thread_id;
  return app.threadLock.run(threadId, async () => {
    app.scheduler.assertOpen(threadId);
    await requireStill(app, threadId);
    await makeRoom(app, threadId, request);
    const plan = await planRun(app, threadId, request, graph);
    // Copies that answers are tried on have no rules and no record.
    const isTried = isHiddenThread(app.store, threadId);
    if (!isTried) gateResume(app, threadId, request, plan);
    const ids = Object.keys(plan.answers);
    const release = async () => {
      if (ids.length > 0) await unclaimAnswers(app.store, { thread_id: threadId, interrupt_ids: ids });
    };
    const replay = replayOf(app.store, thread, request);
    const spec = toSpec(uuid7(), threadId, { ...request, ...(replay === undefined ? {} : { replay }) }, plan, await debugOf(app, threadId, request));
    const run = toRun(spec, request, plan, graph.revision);
    const events = app.live.subscribeRun(run.run_id);
    try {
      const claim = ids.length === 0 ? null : { ...answererOf(request.caller), thread_id: threadId, answers: plan.answers };
      await insertRun(app.store, run, claim, isTried ? null : unaskedAnswer(run, request, plan));
    } catch (error) {
      events.close();
      throw error;
    }
    try {
      app.live.publishRun(run, false);
      const onSaved = (ended: Run) => settleRequests(app, ended, ids.length > 0);
      app.scheduler.submit({ spec, delayMs: request.delay_ms, onNotStarted: release, onSaved });
    } catch (error) {
      events.close();
      await release();
      throw error;
    }
    return { run, events, ended: app.scheduler.ended(run.run_id) };
  });
}
