import { z } from "zod";
import type { TimelineEntry } from "../schema/checkpoint";
import type { Json } from "../schema/json";
import { toDisplayJson } from "../store/display";
import type { RunLog } from "./run-log";

const TaskSchema = z.object({ id: z.string(), name: z.string() });
const InterruptSchema = z.object({ id: z.string().optional(), value: z.unknown() });
const ErrorSchema = z.object({ name: z.string().catch("Error"), message: z.string().catch("") });
const ResultSchema = TaskSchema.extend({
  result: z.record(z.string(), z.unknown()).nullish().catch(null),
  interrupts: z.array(InterruptSchema).catch([]),
  error: ErrorSchema.nullish().catch(null),
});
const StepEventSchema = z.object({ step: z.number(), type: z.enum(["checkpoint", "task", "task_result"]), payload: z.unknown() });

type Started = { node: string; checkpoint_ns: string; step: number; at: number };
export type Asked = { id: string; node: string; value: Json };

/** Follows a run's tasks from LangGraph's `debug` stream: tells the log, and remembers what the run's end must say. */
export class TaskTracker {
  readonly #log: RunLog;
  readonly #running = new Map<string, Started>();
  readonly #nodes = new Map<string, string>();
  readonly #asked = new Map<string, Asked>();
  /** Channels that each task of the workflow's newest superstep wrote. */
  #lastStep: { step: number; writes: { node: string; channels: string[] }[] } = { step: Number.NEGATIVE_INFINITY, writes: [] };
  #head: TimelineEntry | null = null;
  #sawBreakpoint = false;

  constructor(log: RunLog) {
    this.#log = log;
  }

  onDebug(namespace: readonly string[], chunk: unknown): void {
    const parsed = StepEventSchema.safeParse(chunk);
    if (!parsed.success) return;
    const { step, type, payload } = parsed.data;
    if (type === "task") this.#onStart(namespace.join("|"), step, payload);
    else if (type === "task_result") this.#onResult(namespace.join("|"), step, payload);
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

  nodeOf(taskId: string): string | null {
    return this.#nodes.get(taskId) ?? null;
  }

  /** Channels that several tasks of the newest superstep wrote, with their nodes. */
  collisions(): { channel: string; nodes: string[] }[] {
    const byChannel = new Map<string, string[]>();
    for (const { node, channels } of this.#lastStep.writes) {
      for (const channel of channels) byChannel.set(channel, [...(byChannel.get(channel) ?? []), node]);
    }
    return [...byChannel].filter(([, nodes]) => nodes.length > 1).map(([channel, nodes]) => ({ channel, nodes }));
  }

  #onStart(checkpointNs: string, step: number, payload: unknown): void {
    const parsed = TaskSchema.safeParse(payload);
    if (!parsed.success) return;
    const { id, name } = parsed.data;
    this.#running.set(id, { node: name, checkpoint_ns: checkpointNs, step, at: performance.now() });
    this.#nodes.set(id, name);
    this.#log.lifecycle({ type: "task_started", task_id: id, node: name, checkpoint_ns: checkpointNs, step, at: new Date().toISOString() });
  }

  #onResult(checkpointNs: string, step: number, payload: unknown): void {
    const parsed = ResultSchema.safeParse(payload);
    if (!parsed.success) return;
    const { id, name, result, interrupts, error } = parsed.data;
    const started = this.#running.get(id);
    this.#running.delete(id);
    this.#nodes.set(id, name);
    if (checkpointNs === "") this.#remember(step, name, interrupts, Object.keys(result ?? {}));
    this.#log.lifecycle({
      type: "task_finished",
      task_id: id,
      node: name,
      checkpoint_ns: checkpointNs,
      step,
      ms: started === undefined ? 0 : Math.round((performance.now() - started.at) * 100) / 100,
      outcome: error ? "failed" : interrupts.length > 0 ? "interrupted" : "done",
      error: error ?? null,
      at: new Date().toISOString(),
    });
  }

  #remember(step: number, node: string, interrupts: readonly z.infer<typeof InterruptSchema>[], channels: string[]): void {
    if (step !== this.#lastStep.step) this.#lastStep = { step, writes: [] };
    this.#lastStep.writes.push({ node, channels });
    for (const { id, value } of interrupts) if (id !== undefined) this.#asked.set(id, { id, node, value: toDisplayJson(value) });
  }
}
