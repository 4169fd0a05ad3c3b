import "./replay/sandbox/install";
import { z } from "zod";
import { RetrographError } from "../errors";
import { KEEP_NEXT } from "../schema/keep-next";
import { ServerMessageSchema, type RunnerLoading, type RunnerMessage, type RunnerRequest, type ServerMessage } from "../schema/ipc";
import type { RunSpec } from "../schema/run";
import { openStore } from "../store/open";
import { putRevision } from "../store/revisions";
import { createIndexedSaver } from "../store/saver";
import { ActiveRuns } from "./active-run";
import { changeNext, previewEdit } from "./change-next";
import { installStopHook } from "./debugger/hook";
import { foldDeltasOf, readDeltaChannels } from "./delta-values";
import { toErrorPayload } from "./error-payload";
import { evaluateRoutes } from "./evaluate-routes";
import { createActiveRun, executeRun, type Executor } from "./execute";
import { loadLangGraph } from "./langgraph";
import { createSqliteStore } from "./langgraph-store";
import { handleMishaps } from "./mishaps";
import { readProject } from "./project";
import { findState, watchStates } from "./query-states";
import { reduceUpdates } from "./reduce";
import { Registry } from "./registry";
import { installReplayHook } from "./replay/hook";
import { tryNode } from "./try-node";
import { installTaskHook } from "./trace/task-hook";
import { previewUpdate, updateAsNodes, updateState } from "./update-state";
import { createRedactor, findSecrets } from "./trace/secrets";
import { watchParent } from "./watchdog";

const ArgumentsSchema = z.object({
  projectDir: z.string(),
  dbPath: z.string(),
  skip: z.record(z.string(), z.string()),
  importMs: z.number(),
});

/** Messages that have not left the process yet, and who is told when all have. */
const outgoing = { count: 0, whenSent: () => undefined as void };

function onSent(): void {
  outgoing.count -= 1;
  if (outgoing.count === 0) outgoing.whenSent();
}

function send(message: RunnerMessage | RunnerLoading): void {
  // The channel closes when the server is gone; the process ends with it.
  if (!process.connected || process.send === undefined) return;
  outgoing.count += 1;
  process.send(message, undefined, undefined, onSent);
}

/** Says which file's code runs next, or that no file's does any more; waits until that has left the process. */
async function sendLoading(file: string | null): Promise<void> {
  send({ type: "loading", file });
  await new Promise((resolve) => setImmediate(resolve));
}

/** Executes what the server asks for, until the server or a drained queue ends it. */
class Runner {
  readonly #executor: Executor;
  readonly #active: ActiveRuns;
  /** Requests that somebody waits for the answer of. */
  readonly #asked = new Map<number, AbortController>();
  #draining = false;

  constructor(executor: Executor, active: ActiveRuns) {
    this.#executor = executor;
    this.#active = active;
    outgoing.whenSent = () => this.#exitWhenDrained();
  }

  onMessage(message: ServerMessage): void {
    switch (message.type) {
      case "run":
        this.#run(message.spec);
        break;
      case "cancel":
        this.#cancel(message.run_id, message.by ?? "user");
        break;
      case "pause":
        this.#active.get(message.run_id)?.pause(message.by);
        break;
      case "forget":
        this.#asked.get(message.id)?.abort();
        break;
      case "ping":
        send({ type: "pong", at: message.at });
        break;
      case "drain":
        this.#draining = true;
        this.#exitWhenDrained();
        break;
      default:
        void this.#reply(message);
    }
  }

  #run(spec: RunSpec): void {
    const run = createActiveRun(this.#executor, spec);
    this.#active.add(run);
    void executeRun(this.#executor, run).finally(() => {
      this.#active.remove(run);
      this.#exitWhenDrained();
    });
  }

  #cancel(runId: string, by: string): void {
    const run = this.#active.get(runId);
    if (run === null) return;
    run.cancelledBy ??= by;
    run.abort.abort(new Error("The run was cancelled."));
  }

  /** The last message says how a run ended: it must have left before the process may. */
  #exitWhenDrained(): void {
    if (this.#draining && this.#active.size === 0 && outgoing.count === 0) process.exit(0);
  }

  async #reply(request: RunnerRequest): Promise<void> {
    const abort = new AbortController();
    this.#asked.set(request.id, abort);
    try {
      send({ type: "reply", id: request.id, outcome: { ok: true, result: await this.#answer(request, abort.signal) } });
    } catch (error) {
      send({ type: "reply", id: request.id, outcome: { ok: false, error: toErrorPayload(error) } });
    } finally {
      this.#asked.delete(request.id);
    }
  }

  async #answer(request: RunnerRequest, signal: AbortSignal): Promise<unknown> {
    const { registry, store } = this.#executor;
    switch (request.type) {
      case "describe":
        return registry.workflows();
      case "drawing": {
        const graph = await registry.graph(request.graph_id, { configurable: {} });
        const drawing = (await graph.getGraphAsync({ xray: request.xray })).toJSON();
        // What is only for the process that drew it does not survive JSON.
        return JSON.parse(JSON.stringify(drawing));
      }
      case "update_state":
        return await updateState(this.#executor, request);
      case "preview_update":
        return await (request.as_node === KEEP_NEXT ? previewEdit : previewUpdate)(this.#executor, request);
      case "change_next":
        return await changeNext(this.#executor, request);
      case "evaluate_routes":
        return await evaluateRoutes(this.#executor, request);
      case "try_node":
        return await tryNode(this.#executor, request, signal);
      case "reduce":
        return await reduceUpdates(this.#executor, request);
      case "delta_values":
        return await readDeltaChannels(this.#executor, request);
      case "watch":
        return await watchStates(store, request, foldDeltasOf(this.#executor, { thread_id: request.thread_id, ...request.body }), signal);
      case "find":
        return await findState(store, request, foldDeltasOf(this.#executor, { thread_id: request.thread_id, ...request.body }), signal);
    }
  }
}

async function main(): Promise<void> {
  const { projectDir, dbPath, skip, importMs } = ArgumentsSchema.parse(JSON.parse(process.argv[2] ?? "{}"));
  watchParent();
  const active = new ActiveRuns();
  handleMishaps(projectDir, active);
  const project = await readProject(projectDir);
  for (const [key, value] of Object.entries(project.env)) process.env[key] ??= value;
  const store = openStore({ path: dbPath });
  const saver = createIndexedSaver(store, {
    onCheckpoint: (entry, threadId) => {
      const run = active.onThread(threadId);
      run?.tracker.onCheckpoint(entry);
      run?.trace.onCheckpoint(entry);
    },
    runIdOf: (threadId) => active.onThread(threadId)?.spec.run_id ?? null,
    asNodes: updateAsNodes,
    redactError: createRedactor(findSecrets(process.env)).json,
  });
  const langgraph = await loadLangGraph(projectDir);
  const registry = new Registry({
    project,
    langgraph,
    saver,
    memory: createSqliteStore(store),
    skip: new Map(Object.entries(skip)),
    importMs,
    onImport: sendLoading,
  });
  await registry.load();
  await sendLoading(null);
  for (const workflow of registry.workflows()) if (workflow.status === "loaded") putRevision(store, workflow.description);
  const stopHook = await installStopHook(langgraph.root);
  if (!stopHook.isAvailable)
    console.error(
      `LangGraph ${langgraph.version} does not let itself be stopped inside of subgraphs: breakpoints work on the workflow's own nodes alone.`,
    );
  const taskHook = await installTaskHook(langgraph.root);
  const replayHook = await installReplayHook(langgraph.root);
  const runner = new Runner({ store, saver, registry, langgraph, stopHook, taskHook, replayHook, projectDir, send }, active);
  process.on("message", (raw) => {
    const parsed = ServerMessageSchema.safeParse(raw);
    if (parsed.success) runner.onMessage(parsed.data);
    else console.error(`The runner was sent a message that it does not know: ${z.prettifyError(parsed.error)}`);
  });
  send({
    type: "ready",
    pid: process.pid,
    workflows: registry.workflows(),
    langgraph_version: langgraph.version,
    files: registry.files(),
    hashes: registry.hashes(),
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof RetrographError ? error.message : error);
  process.exit(1);
});
