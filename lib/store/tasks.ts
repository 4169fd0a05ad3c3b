import type { InterruptView, TaskCall, TaskError, TaskView } from "../schema/checkpoint";
import { RunStateSchema } from "../schema/run";
import type { Json, JsonObject } from "../schema/json";
import { storedToDisplayJson } from "./display";
import { nextNodes, pendingTasks, withGoto, type PendingTask } from "./pending-tasks";
import { isInternalChannel, type RawCheckpoint } from "./raw-checkpoint";
import { handlerTasks } from "./error-handlers";
import type { Store } from "./open";
import type { SuperstepRows, Write } from "./superstep-rows";
import type { TaskFacts } from "./task-facts";

type Place = { thread_id: string; checkpoint_ns: string; step: number; next: readonly string[]; checkpoint: RawCheckpoint };
type Superstep = { place: Place; rows: SuperstepRows; writes: ReadonlyMap<string, Write[]>; facts: ReadonlyMap<string, TaskFacts> };

/** Writes of a `Command` that was sent from outside stand under this id. */
const NO_TASK = "00000000-0000-0000-0000-000000000000";

const CONTROL_WRITES = new Set(["__error__", "__error_source_node__", "__interrupt__", "__resume__", "__scheduled__"]);

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toInterrupts(writes: readonly Write[]): InterruptView[] {
  return writes
    .filter(({ channel }) => channel === "__interrupt__")
    .flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
    .map((one) => (isObject(one) ? { id: typeof one.id === "string" ? one.id : "", value: one.value ?? null } : { id: "", value: one }));
}

/** A `Command` to the graph around a subgraph leaves it like an error; it is none. */
const LEFT = "ParentCommand";

function hasLeft(writes: readonly Write[]): boolean {
  return writes.some(({ channel, value }) => channel === "__error__" && isObject(value) && value.name === LEFT);
}

function toError(store: Store, threadId: string, taskId: string, writes: readonly Write[]): TaskError | null {
  const write = writes.find(({ channel }) => channel === "__error__");
  if (write === undefined || hasLeft(writes)) return null;
  const error = isObject(write.value) ? write.value : { message: write.value };
  const text = (value: Json | undefined, fallback: string) => (typeof value === "string" ? value : fallback);
  return {
    name: text(error.name, "Error"),
    message: text(error.message, text(error.value, JSON.stringify(write.value))),
    stack: stackOf(store, threadId, taskId),
  };
}

/** LangGraph keeps no stack; the run that failed does. */
function stackOf(store: Store, threadId: string, taskId: string): string | null {
  const state: unknown = store
    .prepare(
      `SELECT state FROM runs WHERE thread_id = ? AND status = 'error' AND json_extract(state, '$.error.task_id') = ?
       ORDER BY position DESC LIMIT 1`,
    )
    .pluck()
    .get(threadId, taskId);
  if (typeof state !== "string") return null;
  const parsed = RunStateSchema.safeParse(JSON.parse(state));
  return parsed.success && parsed.data.status === "error" ? parsed.data.error.stack : null;
}

function isState(channel: string): boolean {
  return !isInternalChannel(channel) || channel === "__root__" || channel === "__end__";
}

/** The task's update as LangGraph shows it: several writes to one channel become `{$writes: […]}`. */
function toResult(writes: readonly Write[]): JsonObject | null {
  const byChannel = new Map<string, Json[]>();
  for (const { channel, value } of writes) if (isState(channel)) byChannel.set(channel, [...(byChannel.get(channel) ?? []), value]);
  if (byChannel.size === 0) return null;
  const whole = byChannel.size === 1 ? (byChannel.get("__end__") ?? byChannel.get("__root__")) : undefined;
  const [only] = whole ?? [];
  if (whole?.length === 1 && isObject(only)) return only;
  return Object.fromEntries([...byChannel].map(([channel, values]) => [channel, values.length === 1 ? (values[0] ?? null) : { $writes: values }]));
}

function statusOf(hasOutput: boolean, hasError: boolean, hasInterrupt: boolean): TaskView["status"] {
  if (hasOutput) return "done";
  if (hasError) return "failed";
  return hasInterrupt ? "interrupted" : "pending";
}

/** Without runs of this store the writes tell at least that a task ran, and that it ran again after it failed. */
function attemptsOf(facts: TaskFacts | undefined, writes: readonly Write[], isBoth: boolean): number {
  if (facts?.cached === true && facts.attempts === 0) return 0;
  return Math.max(facts?.attempts ?? 0, writes.length === 0 ? 0 : isBoth ? 2 : 1);
}

function toTask(
  store: Store,
  { place, rows, writes: writesByTask, facts: allFacts }: Superstep,
  task: Pick<PendingTask, "name" | "kind" | "ids">,
): TaskView {
  const id = task.ids.find((candidate) => writesByTask.has(candidate)) ?? task.ids[0];
  const writes = writesByTask.get(id) ?? [];
  const facts = allFacts.get(id);
  const left = hasLeft(writes);
  const hasOutput = left || writes.some(({ channel }) => !CONTROL_WRITES.has(channel));
  const error = toError(store, place.thread_id, id, writes);
  const interrupts = toInterrupts(writes);
  return {
    id,
    name: task.name,
    status: statusOf(hasOutput, error !== null, interrupts.length > 0),
    attempts: attemptsOf(facts, writes, error !== null && hasOutput),
    error,
    interrupts,
    writes: writes.filter(({ channel }) => !CONTROL_WRITES.has(channel)),
    result: hasOutput ? toResult(writes) : null,
    checkpoint_ns: rows.childNamespace({ id, name: task.name }),
    kind: task.kind,
    ...(facts === undefined || facts.ms === null ? {} : { ms: facts.ms }),
    ...(facts?.cached === true && facts.attempts === 0 ? { cached: true } : {}),
    ...(left ? { left } : {}),
  };
}

/** A task with the input of its packet. */
function toPendingTask(store: Store, superstep: Superstep, task: PendingTask): TaskView {
  const view = toTask(store, superstep, task);
  return task.kind === "push" ? { ...view, input: storedToDisplayJson(task.input) } : view;
}

/** A task that failed, followed by the one that handled its error, where one did. */
function withHandler(store: Store, superstep: Superstep, failed: TaskView): TaskView[] {
  const { place, writes, facts } = superstep;
  if (!(writes.get(failed.id) ?? []).some(({ channel }) => channel === "__error_source_node__")) return [failed];
  const handlers = handlerTasks(failed, { ...place, checkpoint_id: place.checkpoint.id });
  const handler = handlers.find(({ id }) => writes.has(id) || facts.has(id));
  if (handler === undefined) return [failed];
  const view = toTask(store, superstep, { name: handler.name, kind: "push", ids: [handler.id] });
  return [
    { ...failed, handled_by: handler.name },
    { ...view, handles: failed.id },
  ];
}

function toCall(id: string, known: TaskFacts | undefined, writes: readonly Write[]): TaskCall {
  const returned = writes.find(({ channel }) => channel === "__return__");
  const error = known?.failed ?? null;
  return {
    id,
    name: known?.name ?? "task",
    status: returned !== undefined ? "done" : error !== null ? "failed" : "running",
    attempts: Math.max(known?.attempts ?? 0, returned === undefined ? 0 : 1),
    ms: known?.ms ?? null,
    cached: known?.cached ?? false,
    error: returned === undefined ? error : null,
    ...(returned === undefined ? {} : { result: returned.value }),
  };
}

/** The task of the superstep that called a `task()`, through other ones or itself. */
function callerOf(id: string, { facts }: Superstep, tasks: ReadonlySet<string>): string | null {
  const seen = new Set<string>();
  for (let caller = facts.get(id)?.calledBy ?? null; caller !== null && !seen.has(caller); caller = facts.get(caller)?.calledBy ?? null) {
    if (tasks.has(caller)) return caller;
    seen.add(caller);
  }
  // LangGraph's own rows do not say who called it: without a run that tells, it is clear only for a single task.
  const [only] = tasks;
  return tasks.size === 1 ? (only ?? null) : null;
}

/** Gives each task what it called with `task()`. */
function withCalls(superstep: Superstep, tasks: TaskView[]): TaskView[] {
  const { writes, facts } = superstep;
  const own = new Set(tasks.map(({ id }) => id));
  const told = [...facts].flatMap(([id, { kind }]) => (kind === "task" ? [id] : []));
  const returned = [...writes].flatMap(([id, list]) => (list.some(({ channel }) => channel === "__return__") ? [id] : []));
  const calls = new Map<string, TaskCall[]>();
  for (const id of new Set([...told, ...returned])) {
    const caller = own.has(id) ? null : callerOf(id, superstep, own);
    if (caller !== null) calls.set(caller, [...(calls.get(caller) ?? []), toCall(id, facts.get(id), writes.get(id) ?? [])]);
  }
  return calls.size === 0 ? tasks : tasks.map((task) => (calls.has(task.id) ? { ...task, calls: calls.get(task.id) } : task));
}

/** The input's node by the index: an entrypoint's own name, or `__start__`. */
function startNodeIn(place: Place): string {
  const others = new Set(nextNodes(place.checkpoint, ""));
  return place.next.find((name) => !others.has(name)) ?? "__start__";
}

/** The tasks of the superstep that starts from a checkpoint, with what they left in the writes table; `rows` hold that of it. */
export function readTasks(store: Store, place: Place, rows: SuperstepRows): TaskView[] {
  const { id } = place.checkpoint;
  const writes = rows.writes(id);
  const superstep = { place, rows, writes, facts: rows.facts(id) };
  const checkpoint = withGoto(place.checkpoint, writes.get(NO_TASK) ?? []);
  const pending = pendingTasks(checkpoint, { ...place, startNode: startNodeIn(place) }).map((task) => toPendingTask(store, superstep, task));
  return withCalls(
    superstep,
    pending.flatMap((task) => withHandler(store, superstep, task)),
  );
}
