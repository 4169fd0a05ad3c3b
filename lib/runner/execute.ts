import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { RunnerMessage } from "../schema/ipc";
import type { RunSpec } from "../schema/run";
import { toStorageError } from "../store/errors";
import { RetrographError } from "../errors";
import type { Store } from "../store/open";
import { beginRun, finishRun, type TerminalRunState } from "../store/runs";
import { failRun, type ActiveRun } from "./active-run";
import { asList, isBag, type LangGraph, type PregelLike } from "./langgraph";
import { toErrorPayload } from "./error-payload";
import { lightenContext } from "./light-context";
import { MessageStream } from "./message-stream";
import { decideOutcome, threadStatus } from "./outcome";
import type { Registry } from "./registry";
import { refuseUnknownGoto, runConfig, toCommand } from "./run-config";
import { withPublicStops } from "./debugger/public-stops";
import { DebugSession } from "./debugger/session";
import type { StopHook } from "./debugger/hook";
import type { ReplayHook } from "./replay/hook";
import { replayConfig, rootContext } from "./replay/start";
import { ReplaySession } from "./replay/session";
import { withReplayContext } from "./replay/context";
import { RunLog } from "./run-log";
import { checkpointPayload, debugPayload, withoutUndefined } from "./stream-payloads";
import { TaskTracker } from "./task-tracker";
import { callbacksOf } from "./trace/callback-manager";
import { TraceCallbacks } from "./trace/callbacks";
import { SpanRecorder } from "./trace/recorder";
import type { TaskHook } from "./trace/task-hook";
import { TaskTrace } from "./trace/task-trace";
import { createRedactor, findSecrets, type Redactor } from "./trace/secrets";

export type Executor = {
  store: Store;
  saver: BaseCheckpointSaver;
  registry: Registry;
  langgraph: LangGraph;
  stopHook: StopHook;
  taskHook: TaskHook;
  replayHook: ReplayHook;
  projectDir: string;
  send: (message: RunnerMessage) => void;
};

const PINS_UNKNOWN = "This version of LangGraph does not let outputs stand in for nodes. Switch the workflow's pinned outputs off, then run again.";

/** How often a run's end is written again while another program holds the database, and how long to wait in between. */
const SAVE_ATTEMPTS = 3;
const SAVE_RETRY_MS = 500;

/** Makes the record of a run that is about to start. */
export function createActiveRun(executor: Executor, asked: RunSpec): ActiveRun {
  const { store, send, stopHook } = executor;
  const spec = stopHook.isAvailable ? asked : withPublicStops(asked);
  const { run_id, thread_id, graph_id } = spec;
  const redactor = createRedactor(findSecrets(process.env));
  const abort = new AbortController();
  const trace = new SpanRecorder({
    run: { run_id, thread_id, graph_id },
    redactor,
    isStopped: () => abort.signal.aborted,
    tasks: {
      onAttempt: (taskId, attempt) => run.tracker.onAttempt(taskId, attempt),
      onCached: (taskId) => run.tracker.onCached(taskId),
    },
    onChange: (urgent) => log.onSpans(urgent),
  });
  const replay = new ReplaySession({
    spec,
    store,
    langgraph: executor.langgraph,
    onSource: (spanId, source) => trace.setSource(spanId, source),
    onRecorded: () => log.onSpans(false),
    onRefused: (error) => failRun(run, error),
  });
  const log: RunLog = new RunLog({
    store,
    runId: run_id,
    trace,
    replay,
    redactor,
    keepAll: spec.stream_resumable,
    send: (events) => send({ type: "events", run_id, thread_id, events }),
    onFailure: (thrown) => failRun(run, thrown),
  });
  const run: ActiveRun = {
    spec,
    abort,
    log,
    tracker: new TaskTracker(log),
    trace,
    replay,
    redactor,
    cancelledBy: null,
    debug: new DebugSession(spec),
    endDebug: () => undefined,
    endTrace: () => undefined,
    pause(by) {
      run.debug.pause(by);
      run.endDebug = executor.stopHook.register(run_id, run.debug);
    },
    failure: null,
  };
  return run;
}

/** Executes a run to its end and saves how it ended. Never rejects: whatever goes wrong becomes the run's status. */
export async function executeRun(executor: Executor, run: ActiveRun): Promise<void> {
  const { spec, log } = run;
  const outcome: { graph: PregelLike | null; error: { thrown: unknown } | null } = { graph: null, error: null };
  try {
    log.pushJson("metadata", { run_id: spec.run_id, attempt: 1 });
    log.lifecycle({ type: "run_started", run_id: spec.run_id, at: new Date().toISOString() });
    log.flush();
    const context = await rootContext(executor, run.replay, spec);
    outcome.graph = await withReplayContext(context, () => streamRun(executor, run));
  } catch (thrown) {
    outcome.error = { thrown };
  }
  run.endDebug();
  run.endTrace();
  const error = run.failure ?? outcome.error;
  const state = await decideOutcome({
    ...outcome,
    error,
    spec,
    store: executor.store,
    projectDir: executor.projectDir,
    tracker: run.tracker,
    debug: run.debug,
    cancelledBy: run.cancelledBy,
  }).catch((thrown: unknown): TerminalRunState => ({
    status: "error",
    error: { name: "Error", message: String(thrown), stack: null, node: null, task_id: null, hint: null },
  }));
  await endRun(executor, run, state);
}

async function streamRun(executor: Executor, run: ActiveRun): Promise<PregelLike> {
  const { registry, saver, langgraph, store } = executor;
  const { spec } = run;
  const { revision } = registry.find(spec.graph_id).description;
  beginRun(store, spec.run_id, { pid: process.pid, revision });
  const graph = await registry.graph(spec.graph_id, { configurable: { ...spec.config.configurable, thread_id: spec.thread_id } });
  if (spec.command !== null) refuseUnknownGoto(graph, spec.command);
  if (run.debug.isNeeded) {
    run.debug.setGraph(graph);
    run.endDebug = executor.stopHook.register(spec.run_id, run.debug);
  }
  const callbacks = new TraceCallbacks(run.trace);
  const config = await runConfig(spec, graph, { saver, revision, signal: run.abort.signal });
  await lightenContext(langgraph.root);
  Object.assign(config, replayConfig(run.replay, graph));
  const pins = new Map(Object.entries(spec.debug.pins ?? {}));
  if (executor.taskHook.covers(graph)) run.endTrace = executor.taskHook.register(spec.run_id, new TaskTrace(run.trace, callbacks, pins));
  else if (pins.size > 0) throw new RetrographError("invalid_request", PINS_UNKNOWN);
  else config["callbacks"] = callbacksOf(callbacks);
  const input = spec.command === null ? spec.input : toCommand(langgraph, spec.command);
  const events = new RunStream(run);
  if (spec.stream_modes.includes("events")) {
    for await (const event of graph.streamEvents(input, { ...config, version: "v2" })) events.onEvent(event);
  } else {
    for await (const chunk of await graph.stream(input, config)) events.onChunk(chunk);
  }
  return graph;
}

/** Turns what LangGraph streams into the run's events. */
class RunStream {
  readonly #run: ActiveRun;
  readonly #wanted: ReadonlySet<string>;
  readonly #messages: MessageStream | null;

  constructor(run: ActiveRun) {
    this.#run = run;
    this.#wanted = new Set(run.spec.stream_modes);
    this.#messages = this.#wanted.has("messages") ? new MessageStream((event, data) => run.log.push(event, data)) : null;
  }

  /** A LangChain event; the run's own stream chunks are hidden in some of them. */
  onEvent(event: unknown): void {
    if (!isBag(event)) return;
    if (event["event"] === "on_chain_stream" && event["run_id"] === this.#run.spec.run_id) {
      this.onChunk(isBag(event["data"]) ? event["data"]["chunk"] : undefined);
    } else {
      this.#run.log.push("events", withoutUndefined(event));
    }
  }

  /** A `[namespace, mode, payload]` chunk. */
  onChunk(chunk: unknown): void {
    const [namespace, mode, payload] = asList(chunk);
    if (!Array.isArray(namespace) || typeof mode !== "string") return;
    const path = namespace.map(String);
    if (mode === "debug") {
      this.#run.tracker.onDebug(path, payload);
      this.#run.trace.onDebug(path, payload);
    }
    if (mode === "updates") this.#run.tracker.onUpdate(payload);
    if (path.length > 0 && !this.#run.spec.stream_subgraphs) return;
    if (mode === "messages") this.#messages?.onMessage(payload);
    if (mode === "values" && path.length === 0) this.#messages?.onValues(payload);
    if (!this.#wanted.has(mode === "messages" ? "messages-tuple" : mode)) return;
    this.#run.log.push([mode, ...path].join("|"), shape(mode, payload));
  }
}

function shape(mode: string, payload: unknown): unknown {
  switch (mode) {
    case "debug":
      return debugPayload(payload);
    case "checkpoints":
      return checkpointPayload(payload);
    case "messages": {
      const [message, metadata] = asList(payload);
      return [message, withoutUndefined(metadata)];
    }
    default:
      return payload;
  }
}

/** Saves the run's end together with its last events and spans, then tells the server. */
async function endRun(executor: Executor, run: ActiveRun, ended: TerminalRunState): Promise<void> {
  const state = redactError(run.redactor, ended);
  const { store, send } = executor;
  const { run_id, thread_id } = run.spec;
  if (state.status === "error") run.log.pushJson("error", { error: state.error.name, message: state.error.message });
  run.trace.finish(state.status !== "success" && state.status !== "interrupted");
  run.log.lifecycle({ type: "run_finished", run_id, state, at: new Date().toISOString() });
  const events = run.log.takeBatch();
  const spans = run.trace.takeUnsaved();
  try {
    const saved = { run_id, state, events: run.log.toSave(events), spans, recordings: run.replay.takeUnsaved() };
    await saveEnd(() => finishRun(store, { ...saved, thread_status: threadStatus(store, thread_id, state) }));
    send({ type: "events", run_id, thread_id, events });
    send({ type: "finished", run_id, thread_id });
  } catch (thrown) {
    send({ type: "events", run_id, thread_id, events });
    send({ type: "unsaved", run_id, thread_id, state: { ...state }, error: toErrorPayload(thrown) });
  }
}

/** The error of a run may tell a secret that the code failed with. */
function redactError({ text }: Redactor, state: TerminalRunState): TerminalRunState {
  if (state.status !== "error") return state;
  const { message, stack } = state.error;
  return { ...state, error: { ...state.error, message: text(message), stack: stack === null ? null : text(stack) } };
}

async function saveEnd(save: () => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      save();
      return;
    } catch (error) {
      if (attempt === SAVE_ATTEMPTS || toStorageError(error)?.code !== "storage_locked") throw error;
      await new Promise((resolve) => setTimeout(resolve, SAVE_RETRY_MS));
    }
  }
}
