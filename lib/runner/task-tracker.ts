import type { TimelineEntry } from "../schema/checkpoint";
import type { Json } from "../schema/json";
import { toDisplayJson } from "../store/display";
import { asList, isBag, type Bag } from "./langgraph";
import type { RunLog } from "./run-log";

/** What the tracker reads of LangGraph's task payloads. They are many, so they are read by hand. */
type TaskResult = { interrupts: { id: string; value: unknown }[]; error: { name: string; message: string } | null; cached?: true };

/** A `Command` to the graph around a subgraph leaves it like an error; it is none. */
const LEFT = "ParentCommand";

function textOf(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

function resultOf(payload: Bag): TaskResult {
  const { interrupts, error } = payload;
  return {
    interrupts: asList(interrupts).flatMap((interrupt) =>
      isBag(interrupt) && typeof interrupt["id"] === "string" ? [{ id: interrupt["id"], value: interrupt["value"] }] : [],
    ),
    error: isBag(error) && error["name"] !== LEFT ? { name: textOf(error["name"], "Error"), message: textOf(error["message"], "") } : null,
  };
}

type Task = { id: string; node: string; checkpoint_ns: string; step: number };
type Running = Task & { startedAt: number };
export type Asked = { id: string; node: string; value: Json };

/** Follows a run's tasks from LangGraph's `debug` stream: tells the log, and remembers what the run's end must say. */
export class TaskTracker {
  readonly #log: RunLog;
  readonly #running = new Map<string, Running>();
  /** Tasks that are tried again, while they run. */
  readonly #attempts = new Map<string, number>();
  readonly #nodes = new Map<string, string>();
  readonly #asked = new Map<string, Asked>();
  #head: TimelineEntry | null = null;
  #sawBreakpoint = false;

  constructor(log: RunLog) {
    this.#log = log;
  }

  onDebug(namespace: readonly string[], chunk: unknown): void {
    if (!isBag(chunk) || typeof chunk["step"] !== "number" || !isBag(chunk["payload"])) return;
    const { step, type, payload } = chunk;
    if (typeof payload["id"] !== "string" || typeof payload["name"] !== "string") return;
    const task = { id: payload["id"], node: payload["name"], checkpoint_ns: namespace.join("|"), step };
    if (type === "task") this.#onStart(task);
    else if (type === "task_result") this.#onResult(task, resultOf(payload));
  }

  onCheckpoint(entry: TimelineEntry): void {
    if (entry.checkpoint_ns === "") this.#head = entry;
    this.#log.lifecycle({ type: "checkpoint", entry });
  }

  /** LangGraph says `__interrupt__: []` when it stops at a breakpoint. */
  onUpdate(update: unknown): void {
    if (typeof update !== "object" || update === null || !("__interrupt__" in update)) return;
    if (Array.isArray(update.__interrupt__) && update.__interrupt__.length === 0) this.#sawBreakpoint = true;
  }

  /** Interrupts of the workflow's own tasks, those of its subgraphs included. */
  asked(): Asked[] {
    return [...this.#asked.values()];
  }

  get sawBreakpoint(): boolean {
    return this.#sawBreakpoint;
  }

  /** The newest checkpoint of the workflow itself that the run wrote. */
  get head(): TimelineEntry | null {
    return this.#head;
  }

  /**
   * Says that a task failed. LangGraph's stream drops what nobody has read yet when it breaks off with an error, and so
   * may never tell.
   */
  onFailure(taskId: string, error: { name: string; message: string }): void {
    const task = this.#running.get(taskId);
    if (task !== undefined) this.#onResult(task, { interrupts: [], error });
  }

  /** Says that a running task failed and is tried again: LangGraph's stream tells only how it ends. */
  onAttempt(taskId: string, attempt: number): void {
    this.#attempts.set(taskId, attempt);
    const task = this.#running.get(taskId);
    if (task !== undefined) this.#tellStart(task);
  }

  /** Says that a task had its result without running. */
  onCached(taskId: string): void {
    const task = this.#running.get(taskId);
    if (task !== undefined) this.#onResult(task, { interrupts: [], error: null, cached: true });
  }

  nodeOf(taskId: string): string | null {
    return this.#nodes.get(taskId) ?? null;
  }

  #onStart(task: Task): void {
    this.#running.set(task.id, { ...task, startedAt: performance.now() });
    this.#nodes.set(task.id, task.node);
    this.#tellStart(task);
  }

  #tellStart({ id, node, checkpoint_ns, step }: Task): void {
    const attempt = this.#attempts.get(id);
    const started = { type: "task_started", task_id: id, node, checkpoint_ns, step, at: new Date().toISOString() } as const;
    this.#log.lifecycle(attempt === undefined ? started : { ...started, attempt });
  }

  #onResult(task: Task, result: TaskResult): void {
    const { id, node, checkpoint_ns, step } = task;
    const { interrupts, error } = result;
    const startedAt = this.#running.get(id)?.startedAt;
    this.#running.delete(id);
    this.#attempts.delete(id);
    this.#nodes.set(id, node);
    if (checkpoint_ns === "")
      for (const interrupt of interrupts) this.#asked.set(interrupt.id, { ...interrupt, node, value: toDisplayJson(interrupt.value) });
    this.#log.lifecycle({
      type: "task_finished",
      task_id: id,
      node,
      checkpoint_ns,
      step,
      ms: result.cached === true || startedAt === undefined ? 0 : Math.round((performance.now() - startedAt) * 100) / 100,
      outcome: result.cached === true ? "cached" : error !== null ? "failed" : interrupts.length > 0 ? "interrupted" : "done",
      error,
      at: new Date().toISOString(),
    });
  }
}
