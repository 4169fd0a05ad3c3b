import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawnRunner, type RunnerExit, type RunnerProcess } from "../../lib/runner/spawn";
import { RetrographError } from "../../lib/errors";
import type { GraphDescription, Workflow } from "../../lib/schema/graph";
import type { RunnerMessage, RunnerRequest } from "../../lib/schema/ipc";
import { LifecycleSchema, type Lifecycle, type Run, type RunEvent, type RunSpec } from "../../lib/schema/run";
import { openStore, type Store } from "../../lib/store/open";
import { getRun, insertRun } from "../../lib/store/runs";
import { createThread, getThread } from "../../lib/store/threads";

/** Folder of Retrograph itself. */
export const HOME = resolve(import.meta.dirname, "../..");

/** Folder of a project of tiny graphs. */
export function projectOf(name: string): string {
  return name === "broken" ? join(HOME, "test/support/broken") : join(HOME, "test/support/graphs", name);
}

type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;
type Ready = Extract<RunnerMessage, { type: "ready" }>;

export type FinishedRun = { run: Run; events: RunEvent[]; threadId: string; milliseconds: { first: number } };

/** The events of one SSE name with their data parsed. */
export function dataOf(events: readonly RunEvent[], name: string): unknown[] {
  return events.filter(({ event }) => event === name).map(({ data }): unknown => JSON.parse(data));
}

export function lifecycleOf(events: readonly RunEvent[]): Lifecycle[] {
  return dataOf(events, "lifecycle").map((data) => LifecycleSchema.parse(data));
}

type Waiting = { events: RunEvent[]; startedAt: number; firstAt: number | null; resolve: () => void };

/** A real runner on a temporary database. */
export class RunnerHarness {
  readonly store: Store;
  readonly child: RunnerProcess;
  readonly ready: Promise<Ready>;
  readonly exited: Promise<RunnerExit>;
  output = "";
  readonly #folder = mkdtempSync(join(tmpdir(), "retrograph-runner-"));
  readonly #runs = new Map<string, Waiting>();
  readonly #replies = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #nextId = 1;

  constructor(project: string, options: { memoryMb?: number; importMs?: number; env?: NodeJS.ProcessEnv } = {}) {
    const dbPath = join(this.#folder, "retrograph.db");
    this.store = openStore({ path: dbPath });
    this.child = spawnRunner({
      projectDir: projectOf(project),
      dbPath,
      memoryMb: options.memoryMb ?? 1024,
      env: { ...process.env, ...options.env },
      home: HOME,
      onOutput: (text) => {
        this.output += text;
      },
      ...(options.importMs === undefined ? {} : { importMs: options.importMs }),
    });
    this.exited = new Promise((settle) => this.child.onExit(settle));
    this.ready = new Promise((settle, reject) => {
      this.child.onMessage((message) => {
        if (message.type === "ready") settle(message);
        else this.#onMessage(message);
      });
      this.child.onExit((exit) => reject(new Error(`The runner ended: ${exit.reason}\n${exit.stderr_tail}`)));
    });
    this.ready.catch(() => undefined);
  }

  async close(): Promise<void> {
    this.child.kill();
    await this.exited;
    this.store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async workflow(id: string): Promise<Workflow> {
    const found = (await this.ready).workflows.find((workflow) => workflow.graph_id === id);
    if (found === undefined) throw new Error(`No workflow ${id}`);
    return found;
  }

  async describe(id: string): Promise<GraphDescription> {
    const workflow = await this.workflow(id);
    if (workflow.status === "failed") throw new Error(`${id} failed: ${workflow.error.message}`);
    return workflow.description;
  }

  ask(request: WithoutId<RunnerRequest>): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#replies.set(id, { resolve, reject });
      this.child.send({ ...request, id });
    });
  }

  /** Inserts and starts a run; `done` settles with how it ended. */
  async start(graphId: string, spec: Partial<RunSpec> = {}): Promise<{ runId: string; threadId: string; done: Promise<FinishedRun> }> {
    await this.ready;
    const runId = randomUUID();
    const threadId = spec.thread_id ?? randomUUID();
    if ((await getThread(this.store, threadId)) === null) {
      await createThread(this.store, { thread_id: threadId, graph_id: graphId, metadata: {}, title: graphId });
    }
    const full = fullSpec(runId, threadId, graphId, spec);
    await insertRun(this.store, pendingRun(full));
    const done = new Promise<FinishedRun>((settle) => {
      const waiting: Waiting = {
        events: [],
        startedAt: performance.now(),
        firstAt: null,
        resolve: () => {
          void getRun(this.store, runId).then((run) => {
            if (run === null) throw new Error("The run is gone");
            settle({ run, events: waiting.events, threadId, milliseconds: { first: (waiting.firstAt ?? 0) - waiting.startedAt } });
          });
        },
      };
      this.#runs.set(runId, waiting);
      this.child.send({ type: "run", spec: full });
    });
    return { runId, threadId, done };
  }

  async run(graphId: string, spec: Partial<RunSpec> = {}): Promise<FinishedRun> {
    return await (
      await this.start(graphId, spec)
    ).done;
  }

  /** Resolves when an event that `matches` has come. */
  async waitFor(runId: string, matches: (event: RunEvent) => boolean): Promise<void> {
    for (;;) {
      if (this.#runs.get(runId)?.events.some(matches) === true) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #onMessage(message: RunnerMessage): void {
    if (message.type === "reply") {
      const reply = this.#replies.get(message.id);
      if (message.outcome.ok) reply?.resolve(message.outcome.result);
      else reply?.reject(RetrographError.fromPayload(message.outcome.error));
    } else if (message.type === "events") {
      const waiting = this.#runs.get(message.run_id);
      if (waiting === undefined) return;
      waiting.firstAt ??= performance.now();
      waiting.events.push(...message.events);
    } else if (message.type === "finished" || message.type === "unsaved") {
      this.#runs.get(message.run_id)?.resolve();
    }
  }
}

/** A spec with everything that `spec` leaves out. */
export function fullSpec(runId: string, threadId: string, graphId: string, spec: Partial<RunSpec>): RunSpec {
  return {
    run_id: runId,
    thread_id: threadId,
    graph_id: graphId,
    cause: "start",
    input: {},
    command: null,
    checkpoint_id: null,
    checkpoint_ns: "",
    config: { tags: [], recursion_limit: null, configurable: {} },
    metadata: {},
    stream_modes: ["values"],
    stream_subgraphs: false,
    stream_resumable: false,
    interrupt_before: [],
    interrupt_after: [],
    durability: "sync",
    debug: { breakpoints: [], stop: { at: "end" }, hits: {} },
    ...spec,
  };
}

/** The row of a run that waits to be executed. */
export function pendingRun(spec: RunSpec): Run {
  const now = new Date().toISOString();
  return {
    run_id: spec.run_id,
    thread_id: spec.thread_id,
    graph_id: spec.graph_id,
    cause: spec.cause,
    state: { status: "pending" },
    created_at: now,
    updated_at: now,
    started_at: null,
    finished_at: null,
    from_checkpoint_id: spec.checkpoint_id,
    head_checkpoint_id: null,
    revision: null,
    metadata: {},
    kwargs: {},
    multitask_strategy: "enqueue",
  };
}

/** The last `values` event's data. */
export function lastValues(events: readonly RunEvent[]): unknown {
  return dataOf(events, "values").at(-1);
}
