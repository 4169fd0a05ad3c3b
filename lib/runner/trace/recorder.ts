import type { TimelineEntry } from "../../schema/checkpoint";
import type { SpanKind, Tokens } from "../../schema/span";
import type { SpanRecord } from "../../store/spans";
import { isBag } from "../langgraph";
import { trueTime } from "../replay/context";
import { excerptOf } from "./excerpt";
import { beginEffect, endEffect, type KitEffect } from "./effect-spans";
import type { Redactor } from "./secrets";
import { errorOf, statusOf } from "./span-end";
import { TaskPlaces, drawnAs, placeOf, taskAround, type TaskPlace } from "./task-places";

/** Room for what goes in and comes out, in characters. A node's input is its checkpoint's state, which is stored whole. */
const ROOM = { input: 8_000, output: 64_000, call: 1_000_000 } as const;

export type SpanStart = {
  id: string;
  parentId: string | null;
  kind: SpanKind;
  name: string;
  input: unknown;
  /** LangChain's metadata, by which it is known where it happens. */
  metadata: unknown;
  model?: string | null;
  toolCallId?: string | null;
  parameters?: unknown;
  /** What an `effect()` of the kit says of itself. */
  kitEffect?: KitEffect;
};

export type SpanEnd = { output?: unknown; error?: unknown; tokens?: Tokens | null; model?: string | null };

type Open = { span: SpanRecord; startedAt: number };
/** A task as the `debug` stream told it; `parent` of a `task()` that a running node called. */
type Told = { place: TaskPlace; kind: "node" | "task"; parent: string | null; input: unknown; at: string };

export type SpanRecorderOptions = {
  run: { run_id: string; thread_id: string; graph_id: string };
  redactor: Redactor;
  /** Whether the run was asked to stop at once. */
  isStopped: () => boolean;
  /** Told what LangGraph's stream leaves out: that a task is tried again, and that it had its result without running. */
  tasks: { onAttempt: (taskId: string, attempt: number) => void; onCached: (taskId: string) => void };
  /** Called when there is something new to save. `urgent`: before the code that it tells of can end the process; `always` so for what cannot be taken back. */
  onChange: (urgent: boolean | "always") => void;
};

/** Records what a run does as spans: each as soon as it starts, and again when it ends. */
export class SpanRecorder {
  readonly #options: SpanRecorderOptions;
  readonly #places = new TaskPlaces();
  readonly #open = new Map<string, Open>();
  #unsaved = new Map<string, SpanRecord>();
  /** What is drawn for a LangChain run that is not drawn itself: the span around it. */
  readonly #stands = new Map<string, string | null>();
  /** The newest attempt of each task, and those without a checkpoint yet. */
  readonly #attempts = new Map<string, { span: SpanRecord; count: number }>();
  /** By task: its node as it is drawn, or that of the node that called it. */
  readonly #drawn = new Map<string, string>();
  /** By namespace: the span of the node that started last. */
  readonly #newestNode = new Map<string, string>();
  readonly #placeless = new Map<string, SpanRecord[]>();
  readonly #told = new Map<string, Told>();

  constructor(options: SpanRecorderOptions) {
    this.#options = options;
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** Takes what is to be saved now. */
  takeUnsaved(): SpanRecord[] {
    const spans = [...this.#unsaved.values()];
    this.#unsaved = new Map();
    return spans;
  }

  /** Puts back what could not be saved, unless something newer is known. */
  putBack(spans: readonly SpanRecord[]): void {
    this.#unsaved = new Map([...spans.map((span) => [span.span_id, span] as const), ...this.#unsaved]);
  }

  /** A task of the workflow or of a subgraph begins, or begins again. */
  startTask(id: string, parentId: string | null, input: unknown, metadata: unknown): void {
    const place = placeOf(metadata);
    if (place === null) return;
    const { taskId, calledBy } = place;
    const attempt = (this.#attempts.get(taskId)?.count ?? 0) + 1;
    const isCall = calledBy !== null;
    this.#drawn.set(taskId, (isCall ? this.#drawn.get(calledBy) : undefined) ?? drawnAs(place));
    const parent = isCall ? this.#attempts.get(calledBy)?.span.span_id : (this.#around(parentId) ?? this.#taskSpan(taskAround(place.level)));
    const pinned = isBag(metadata) && metadata["pinned"] === true ? { parameters: { pinned: true } } : {};
    const start: SpanStart = { id, parentId: null, kind: isCall ? "task" : "node", name: place.name, input, metadata, ...pinned };
    const span = this.#begin(start, place, parent ?? null, { attempt, room: isCall ? ROOM.output : ROOM.input });
    this.#attempts.set(taskId, { span, count: attempt });
    if (!isCall) this.#newestNode.set(place.level, id);
    if (attempt > 1) this.#options.tasks.onAttempt(taskId, attempt);
    this.#options.onChange(true);
  }

  /** Something inside a task begins. */
  start(start: SpanStart): void {
    const place = placeOf(start.metadata) ?? this.#placeAround(start.parentId);
    const span = this.#begin(start, place, this.#inside(start.parentId, place) ?? null, { attempt: 1, room: ROOM.call });
    this.#options.onChange(span.effect === null ? false : "always");
  }

  /** Something begins that is not worth a span: what happens in it is drawn as if it happened around it. */
  pass(id: string, parentId: string | null, metadata: unknown): void {
    this.#stands.set(id, this.#inside(parentId, placeOf(metadata)) ?? null);
  }

  /** Whether that is a task of the workflow whose start was told already. */
  isRunning(metadata: unknown, name: string): boolean {
    const place = placeOf(metadata);
    if (place === null || place.name !== name) return false;
    const span = this.#attempts.get(place.taskId)?.span;
    return span !== undefined && this.#open.has(span.span_id);
  }

  onFirstToken(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined || open.span.first_token_ms !== null) return;
    open.span.first_token_ms = since(open.startedAt);
    this.#touch(open.span);
  }

  /** Says where what the span shows came from. */
  setSource(id: string, source: NonNullable<SpanRecord["source"]>): void {
    const open = this.#open.get(id);
    if (open === undefined || open.span.source === source) return;
    open.span.source = source;
    this.#touch(open.span);
  }

  end(id: string, end: SpanEnd): void {
    if (this.#stands.delete(id)) return;
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    const { span, startedAt } = open;
    span.status = end.error === undefined ? "done" : statusOf(end.error, this.#options.isStopped());
    if (span.status !== "lost") span.ms = since(startedAt);
    span.error = span.status === "failed" ? errorOf(end.error, this.#options.redactor) : null;
    if (end.tokens !== undefined) span.tokens = end.tokens;
    if (end.model != null) span.model = end.model;
    if (end.output !== undefined) {
      if (span.effect !== null && span.effect !== "wrapping") endEffect(span.effect, end.output, this.#options.redactor);
      const { json, truncated } = excerptOf(
        end.output,
        span.kind === "node" || span.kind === "task" ? ROOM.output : ROOM.call,
        this.#options.redactor,
      );
      span.output = this.#options.redactor.json(JSON.stringify(json));
      span.truncated ||= truncated;
    }
    this.#touch(span);
    this.#options.onChange(false);
  }

  onCheckpoint(entry: Pick<TimelineEntry, "checkpoint_ns" | "step" | "checkpoint_id">): void {
    this.#places.onCheckpoint(entry);
  }

  /** A chunk of LangGraph's `debug` stream. */
  onDebug(namespace: readonly string[], chunk: unknown): void {
    if (!isBag(chunk) || !isBag(chunk["payload"])) return;
    const { type, payload, step } = chunk;
    const level = namespace.join("|");
    if (type === "checkpoint") {
      this.#places.onDebugCheckpoint(level, payload);
      this.#closeStep(level);
    } else if (type === "task" && typeof step === "number") this.#onTask(level, step, payload);
    else if (type === "task_result") this.#onResult(payload);
  }

  /** The run has ended. Unless it broke off, every task that was told of has run or had its result from before. */
  finish(brokeOff: boolean): void {
    for (const [id, told] of this.#told) if (!brokeOff || told.kind === "task") this.#closeTold(id, told);
  }

  #onTask(level: string, step: number, payload: Record<string, unknown>): void {
    const { id, name, input } = payload;
    if (typeof id !== "string" || typeof name !== "string") return;
    const checkpointId = this.#places.onDebugTask(level, id);
    if (!this.#attempts.has(id)) this.#told.set(id, this.#toldOf({ taskId: id, name, level, step, calledBy: null }, input));
    if (checkpointId === null) return;
    for (const span of this.#placeless.get(id) ?? []) {
      span.checkpoint_id = checkpointId;
      this.#touch(span);
    }
    this.#placeless.delete(id);
  }

  /** A node that was given up, for it took too long, may never end by itself. */
  #onResult(payload: Record<string, unknown>): void {
    const { id, error } = payload;
    const span = typeof id === "string" ? this.#attempts.get(id)?.span : undefined;
    if (span !== undefined && isBag(error) && this.#open.has(span.span_id)) this.end(span.span_id, { error });
  }

  /** What a step is made of is listed with its checkpoint; a task beside it was called by one that runs. */
  #toldOf(place: TaskPlace, input: unknown): Told {
    const at = trueTime();
    const caller = this.#places.isListed(place.taskId) ? undefined : this.#newestNode.get(place.level);
    if (caller !== undefined) return { place, kind: "task", parent: caller, input, at };
    return { place, kind: "node", parent: this.#taskSpan(taskAround(place.level)) ?? null, input, at };
  }

  /** The tasks of a superstep that were told of and never ran had a cached result, or one of an earlier run. */
  #closeStep(level: string): void {
    for (const [id, told] of this.#told) if (told.place.level === level) this.#closeTold(id, told);
  }

  #closeTold(id: string, { place, kind, parent, input, at }: Told): void {
    this.#told.delete(id);
    if (this.#attempts.has(id)) return;
    const start: SpanStart = { id: `${this.#options.run.run_id}:${id}`, parentId: null, kind, name: place.name, input, metadata: null };
    const span = this.#begin(start, place, parent, { attempt: 1, room: ROOM.input });
    this.#open.delete(span.span_id);
    Object.assign(span, { started_at: at, status: "cached", ms: 0 } satisfies Partial<SpanRecord>);
    this.#attempts.set(id, { span, count: 1 });
    this.#options.tasks.onCached(id);
  }

  #begin(start: SpanStart, place: TaskPlace | null, parent: string | null, how: { attempt: number; room: number }): SpanRecord {
    const { json, truncated } = excerptOf(start.input, how.room, this.#options.redactor);
    const parameters = start.parameters === undefined ? null : excerptOf(start.parameters, ROOM.output, this.#options.redactor);
    const { run, redactor } = this.#options;
    const span: SpanRecord = {
      run_id: run.run_id,
      thread_id: run.thread_id,
      span_id: start.id,
      parent_span_id: parent,
      kind: start.kind,
      name: start.name,
      checkpoint_ns: place?.level ?? "",
      task_id: place?.taskId ?? null,
      checkpoint_id: place === null ? null : this.#places.checkpointOf(place),
      step: place?.step ?? null,
      attempt: how.attempt,
      status: "running",
      started_at: trueTime(),
      ms: null,
      first_token_ms: null,
      error: null,
      model: start.model ?? null,
      tokens: null,
      tool_call_id: start.toolCallId ?? null,
      source: null,
      input: redactor.json(JSON.stringify(json)),
      output: "null",
      parameters: parameters === null ? "{}" : redactor.json(JSON.stringify(parameters.json)),
      truncated: truncated || parameters?.truncated === true,
      effect: null,
    };
    span.effect = this.#effectOf(start, span, place);
    this.#open.set(span.span_id, { span, startedAt: performance.now() });
    if (place !== null && span.checkpoint_id === null) {
      const waiting = this.#placeless.get(place.taskId);
      if (waiting === undefined) this.#placeless.set(place.taskId, [span]);
      else waiting.push(span);
    }
    this.#touch(span);
    return span;
  }

  #effectOf(start: SpanStart, span: SpanRecord, place: TaskPlace | null): SpanRecord["effect"] {
    const { taskId } = place ?? { taskId: null };
    const attempt = taskId === null ? 1 : (this.#attempts.get(taskId)?.count ?? 1);
    const node = place === null ? "" : (this.#drawn.get(place.taskId) ?? drawnAs(place));
    const { run, redactor } = this.#options;
    const around = { spans: this.#openAround(span), onWrapping: (wrapping: SpanRecord) => this.#touch(wrapping), redactor };
    return beginEffect(start, { graph_id: run.graph_id, node, task_id: taskId, attempt }, around);
  }

  *#openAround(span: SpanRecord): Iterable<SpanRecord> {
    for (let at: SpanRecord | undefined = span; at?.parent_span_id != null;) {
      at = this.#open.get(at.parent_span_id)?.span;
      if (at !== undefined) yield at;
    }
  }

  #around(parentId: string | null): string | null | undefined {
    if (parentId === null) return undefined;
    return this.#stands.get(parentId) ?? (this.#open.has(parentId) ? parentId : undefined);
  }

  /** What was called with metadata of its own is where the span around it is. */
  #placeAround(parentId: string | null): TaskPlace | null {
    const span = this.#open.get(this.#around(parentId) ?? "")?.span;
    if (span === undefined || span.task_id === null || span.step === null) return null;
    return { taskId: span.task_id, name: span.name, level: span.checkpoint_ns, step: span.step, calledBy: null };
  }

  #taskSpan(taskId: string | null): string | undefined {
    return taskId === null ? undefined : this.#attempts.get(taskId)?.span.span_id;
  }

  /** The span around something in a task: the task itself unless a span within it is known. */
  #inside(parentId: string | null, place: TaskPlace | null): string | null | undefined {
    const around = this.#around(parentId);
    if (place === null) return around;
    const isWithin = around != null && this.#open.get(around)?.span.task_id === place.taskId;
    return isWithin ? around : (this.#taskSpan(place.taskId) ?? around);
  }

  #touch(span: SpanRecord): void {
    this.#unsaved.set(span.span_id, span);
  }
}

function since(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 100) / 100;
}
