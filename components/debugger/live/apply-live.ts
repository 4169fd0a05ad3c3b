import { isLifecycle } from "@/lib/client/live-shapes";
import type { LiveMessage } from "@/lib/schema/live";
import type { Lifecycle, RunEvent } from "@/lib/schema/run";
import type { LiveTask } from "@/lib/graph/overlay";
import { toNodePrefix } from "@/lib/graph/visits";
import { isActive, mergeEntries, mergeInner, mergeRuns, type LiveOutput, type LiveState } from "./live-state";
import { chunkNode, readChunk } from "./message-text";

const MOST_OUTPUTS = 60;
const LONGEST_OUTPUT = 20_000;
/** Steps of a graph whose tasks are kept: the current one and the one before, so that a finished node does not blink. */
const STEPS_KEPT = 2;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function pushOutput(output: LiveOutput[], added: LiveOutput): LiveOutput[] {
  return [...output, added].slice(-MOST_OUTPUTS);
}

/** Appends to the block with this key (near the end, as a rule) or begins it. */
function appendText(output: LiveOutput[], added: LiveOutput, replace: boolean): LiveOutput[] {
  const index = output.findLastIndex((item) => item.key === added.key);
  const before = output[index];
  if (!before) return pushOutput(output, added);
  const next = [...output];
  next[index] = { ...before, text: (replace ? added.text : before.text + added.text).slice(-LONGEST_OUTPUT) };
  return next;
}

function applyChunk(state: LiveState, runId: string, message: unknown, node: string, replace: boolean): LiveState {
  const chunk = readChunk(message);
  if (!chunk || !chunk.fromModel) return state;
  let output = state.output;
  const key = `${runId}:${chunk.id ?? node}`;
  for (const tool of chunk.tools) {
    const toolKey = `${key}:tool:${tool}`;
    if (!output.some((item) => item.key === toolKey)) output = pushOutput(output, { key: toolKey, kind: "tool", node, text: tool });
  }
  // Models that only call tools send blank text around it.
  if (chunk.text.trim() !== "" || output.some((item) => item.key === key))
    output = appendText(output, { key, kind: "text", node, text: chunk.text }, replace);
  return output === state.output ? state : { ...state, output };
}

function applyMessages(state: LiveState, runId: string, event: string, data: unknown): LiveState {
  if (!Array.isArray(data)) return state;
  if (event === "messages") return applyChunk(state, runId, data[0], chunkNode(data[1]), false);
  // `messages/partial` and `/complete` carry the whole text so far.
  if (event === "messages/partial" || event === "messages/complete") return applyChunk(state, runId, data[0], "", true);
  return state;
}

function keysOf(value: unknown): string {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value).join(", ") : "";
}

function applyUpdates(state: LiveState, runId: string, seq: number, data: unknown): LiveState {
  if (typeof data !== "object" || data === null) return state;
  let output = state.output;
  for (const [node, update] of Object.entries(data)) {
    if (node === "__interrupt__") continue;
    output = pushOutput(output, { key: `${runId}:update:${seq}:${node}`, kind: "update", node, text: keysOf(update) });
  }
  return { ...state, output };
}

/** Tasks of a subgraph stay as long as the task that runs it, however many run side by side. */
function upsertTask(tasks: LiveTask[], task: LiveTask): LiveTask[] {
  const isOld = (item: LiveTask) => item.checkpoint_ns === task.checkpoint_ns && item.step <= task.step - STEPS_KEPT;
  const gone = new Set(tasks.filter(isOld).map((item) => item.task_id));
  const others = tasks.filter((item) => item.task_id !== task.task_id && !isOld(item) && (gone.size === 0 || !isRunBy(item, gone)));
  return [...others, task];
}

function isRunBy({ checkpoint_ns }: LiveTask, taskIds: ReadonlySet<string>): boolean {
  return checkpoint_ns !== "" && checkpoint_ns.split("|").some((segment) => taskIds.has(segment.slice(segment.lastIndexOf(":") + 1)));
}

function applyLifecycle(state: LiveState, lifecycle: Lifecycle): LiveState {
  switch (lifecycle.type) {
    case "run_started":
      return { ...state, tasks: [], output: [] };
    case "task_started": {
      const { task_id, node, checkpoint_ns, step, attempt = 1 } = lifecycle;
      return { ...state, tasks: upsertTask(state.tasks, { task_id, node, checkpoint_ns, step, status: "running", ms: null, error: null, attempt }) };
    }
    case "task_finished": {
      const { task_id, node, checkpoint_ns, step, ms, outcome } = lifecycle;
      const error = lifecycle.error?.message ?? null;
      const attempt = state.tasks.find((task) => task.task_id === task_id)?.attempt ?? 1;
      const status = outcome === "cached" ? "done" : outcome;
      const ended: LiveTask = { task_id, node, checkpoint_ns, step, status, ms, error, attempt, cached: outcome === "cached" };
      return {
        ...state,
        tasks: upsertTask(state.tasks, ended),
        durations: { ...state.durations, [toNodePrefix(checkpoint_ns) + node]: ms },
      };
    }
    case "checkpoint":
      return {
        ...state,
        entries: mergeEntries(state.entries, [lifecycle.entry]),
        inner: mergeInner(state.inner, [lifecycle.entry]),
      };
    case "run_finished": {
      const run = state.runs.find((item) => item.run_id === lifecycle.run_id);
      if (!run) return state;
      return { ...state, runs: mergeRuns(state.runs, [{ ...run, state: lifecycle.state, finished_at: lifecycle.at }]) };
    }
  }
}

function applyEvent(state: LiveState, runId: string, event: RunEvent): LiveState {
  const bar = event.event.indexOf("|");
  const name = bar === -1 ? event.event : event.event.slice(0, bar);
  const data = parseJson(event.data);
  if (name === "lifecycle") return isLifecycle(data) ? applyLifecycle(state, data) : state;
  if (name.startsWith("messages")) return applyMessages(state, runId, name, data);
  if (name === "updates") return applyUpdates(state, runId, event.seq, data);
  if (name === "custom") {
    const text = typeof data === "string" ? data : event.data;
    return { ...state, output: pushOutput(state.output, { key: `${runId}:custom:${event.seq}`, kind: "custom", node: "", text }) };
  }
  return state;
}

function applyEvents(state: LiveState, runId: string, events: RunEvent[]): LiveState {
  let next = state;
  let seen = state.lastSeq[runId] ?? 0;
  for (const event of events) {
    if (event.seq <= seen) continue;
    seen = event.seq;
    next = applyEvent(next, runId, event);
  }
  return next === state && seen === (state.lastSeq[runId] ?? 0) ? state : { ...next, lastSeq: { ...next.lastSeq, [runId]: seen } };
}

/** The state after a message from the server. */
export function applyLiveMessage(state: LiveState, message: LiveMessage): LiveState {
  switch (message.type) {
    case "hello":
      // What happened between the page's data and this connection is not replayed: the rows are read again.
      return { ...state, thread: message.thread, runs: mergeRuns(state.runs, message.active_runs), staleness: state.staleness + 1 };
    case "run": {
      const runs = mergeRuns(state.runs, [message.run]);
      return isActive(message.run.state) ? { ...state, runs } : { ...state, runs, staleness: state.staleness + 1 };
    }
    case "events":
      return applyEvents(state, message.run_id, message.events);
    case "thread":
      if (message.thread === null) return { ...state, deleted: true };
      return { ...state, thread: message.thread, staleness: state.staleness + 1 };
    case "breakpoints":
      return { ...state, breakpointsVersion: state.breakpointsVersion + 1 };
    case "marks":
      return { ...state, marksVersion: state.marksVersion + 1 };
    case "workflow":
      return { ...state, workflowVersion: state.workflowVersion + 1 };
    case "runner":
      return { ...state, runnerTrouble: message.responsive ? null : message.message };
  }
}
