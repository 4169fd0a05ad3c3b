import "server-only";
import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { z } from "zod";
import { RetrographError, isRetrographError } from "../errors";
import { blameItems, type ChannelSteps, type ItemWriter } from "../graph/blame";
import type { Json, JsonObject } from "../schema/json";
import type { Blame, BlameQuerySchema, Writer } from "../schema/travel";
import { isUnfoldedDelta } from "../store/delta-channels";
import type { Store } from "../store/open";
import { readPath, type PathEntry } from "../store/path";
import { isWholeState, readSlice } from "../store/state-slices";
import { readStepWrites, type TaskWrites } from "../store/step-writes";
import { getApp } from "./app";
import { readCheckpointView } from "./checkpoints";

const START = "__start__";

type Place = { thread_id: string; checkpoint_ns: string };

/** How long the work may keep the event loop to itself, and how long it may take in all, in milliseconds. */
const SLICE_MS = 8;
const LONGEST_MS = 5000;

/** Stands for a value of its own: what an `Overwrite` says is not appended. */
function isOverwrite(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && ("__overwrite__" in value || value.type === "__overwrite__");
}

/** Collects writers, each once, by checkpoint and task. */
class Writers {
  readonly list: Writer[] = [];
  readonly #known = new Map<string, number>();

  /** The place in the list of who wrote at a checkpoint: one task, or all that did where it cannot be told. */
  add(entry: PathEntry, tasks: readonly TaskWrites[] | null, task: TaskWrites | null): number {
    const key = `${entry.checkpoint_id} ${task?.task_id ?? ""}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const nodes = [...new Set(tasks === null ? entry.nodes : tasks.flatMap(({ node }) => (node === null ? [] : [node])))];
    const [only] = nodes;
    const node = task?.node ?? (nodes.length === 1 ? (only ?? null) : null);
    const { checkpoint_id, step, run_id } = entry;
    // LangGraph hands the input to the channels in a step of its own.
    if (entry.source === "input" || node === START)
      this.list.push({ checkpoint_id, step, source: "input", run_id, node: null, nodes: [], task_id: null });
    else this.list.push({ checkpoint_id, step, source: entry.source, run_id, node, nodes, task_id: task?.task_id ?? null });
    this.#known.set(key, this.list.length - 1);
    return this.list.length - 1;
  }
}

/** One channel along a path. */
class ChannelHistory {
  readonly #tasks = new Map<number, TaskWrites[] | null>();

  constructor(
    private readonly store: Store,
    private readonly place: Place,
    private readonly path: readonly PathEntry[],
    private readonly channel: string,
    /** Places on the path that changed it, oldest first. */
    private readonly changes: readonly number[],
  ) {}

  entryAt(step: number): PathEntry | undefined {
    return this.path[this.changes[step] ?? -1];
  }

  tasksAt(step: number): TaskWrites[] | null {
    const known = this.#tasks.get(step);
    if (known !== undefined) return known;
    const entry = this.entryAt(step);
    const tasks = entry === undefined ? null : readStepWrites(this.store, this.place, entry, this.channel);
    this.#tasks.set(step, tasks);
    return tasks;
  }

  get steps(): ChannelSteps {
    return { count: this.changes.length, valueAt: (step) => this.#valueAt(step), writtenAt: (step) => this.#writtenAt(step) };
  }

  #valueAt(step: number): readonly Json[] | undefined {
    const entry = step < 0 ? this.path[(this.changes[0] ?? 0) - 1] : this.entryAt(step);
    if (entry === undefined) return [];
    try {
      const value = readSlice(this.store, this.place, entry.checkpoint_id, [this.channel]).values[this.channel];
      // What only the workflow's own reducer could fold is told by what was written.
      if (isUnfoldedDelta(value)) return undefined;
      return Array.isArray(value) ? value : [];
    } catch (error) {
      if (isRetrographError(error) && error.code === "checkpoint_damaged") return undefined;
      throw error;
    }
  }

  #writtenAt(step: number): { item: Json; by: number }[] | null {
    const tasks = this.tasksAt(step);
    if (tasks === null || tasks.some(({ values }) => values.some(isOverwrite))) return null;
    return tasks.flatMap(({ values }, by) => values.flatMap((value) => (Array.isArray(value) ? value : [value]).map((item) => ({ item, by }))));
  }
}

/** Runs the search for items' writers, letting others have their turn; stops when it takes too long. */
async function findWriters(
  list: readonly Json[],
  steps: ChannelSteps,
  until: number,
): Promise<{ found: (ItemWriter | null)[]; isComplete: boolean }> {
  const search = blameItems(list, steps);
  let since = performance.now();
  for (;;) {
    const next = search.next();
    if (next.done === true) return { found: next.value, isComplete: true };
    const now = performance.now();
    if (now > until) return { found: next.value, isComplete: false };
    if (now - since < SLICE_MS) continue;
    await nextMacrotask();
    since = performance.now();
  }
}

/** Per channel the places on the path that changed it, oldest first. */
function changesOf(path: readonly PathEntry[]): Map<string, number[]> {
  const changes = new Map<string, number[]>();
  path.forEach((entry, index) => {
    for (const channel of entry.changed) {
      const places = changes.get(channel);
      if (places === undefined) changes.set(channel, [index]);
      else places.push(index);
    }
  });
  return changes;
}

type Channel = Blame["channels"][string];

async function blameChannel(history: ChannelHistory, writers: Writers, value: Json | undefined, until: number): Promise<Channel> {
  const { steps } = history;
  const writerAt = (step: number, by: number | null): number | null => {
    const entry = history.entryAt(step);
    if (entry === undefined) return null;
    const tasks = history.tasksAt(step);
    const [first, ...others] = tasks ?? [];
    const only = first === undefined || others.length > 0 ? null : first;
    return writers.add(entry, tasks, by === null ? only : (tasks?.[by] ?? only));
  };
  const writer = steps.count === 0 ? null : writerAt(steps.count - 1, null);
  if (!Array.isArray(value)) return { writer, items: null, is_complete: true };
  const { found, isComplete } = await findWriters(value, steps, until);
  return { writer, items: found.map((one) => (one === null ? null : writerAt(one.step, one.by))), is_complete: isComplete };
}

/** A state that is one value has one writer for all of it. */
function blameWhole(path: readonly PathEntry[], writers: Writers, values: JsonObject): Blame["channels"] {
  const entry = path.findLast((one) => one.changed.includes("__root__")) ?? path.findLast((one) => one.nodes.length > 0);
  const writer = entry === undefined ? null : writers.add(entry, null, null);
  return Object.fromEntries(Object.keys(values).map((channel): [string, Channel] => [channel, { writer, items: null, is_complete: true }]));
}

/**
 * `readBlame` from the rows alone; `given` has the values of channels that only the workflow's own reducers can make.
 * Throws `checkpoint_not_found`, `checkpoint_damaged`.
 */
export async function blameCheckpoint(store: Store, place: Place, checkpointId: string, given: JsonObject = {}): Promise<Blame> {
  const path = await readPath(store, { ...place, checkpoint_id: checkpointId });
  if (path.length === 0) {
    throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpointId}. It may have been deleted.`, {
      checkpoint_id: checkpointId,
    });
  }
  const changes = changesOf(path);
  const { names } = readSlice(store, place, checkpointId, []);
  const stored = readSlice(store, place, checkpointId, [...new Set([...names, ...changes.keys()])]).values;
  const values = Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, isUnfoldedDelta(value) ? (given[name] ?? value) : value]));
  const writers = new Writers();
  if (isWholeState(store, place, checkpointId)) {
    return { checkpoint_id: checkpointId, channels: blameWhole(path, writers, values), writers: writers.list };
  }
  const until = performance.now() + LONGEST_MS;
  const channels: [string, Channel][] = [];
  for (const [name, value] of Object.entries(values)) {
    const history = new ChannelHistory(store, place, path, name, changes.get(name) ?? []);
    channels.push([name, await blameChannel(history, writers, value, until)]);
  }
  return { checkpoint_id: checkpointId, writers: writers.list, channels: Object.fromEntries(channels) };
}

/**
 * Who wrote each channel of a checkpoint's state, and each item of its lists: by the checkpoints on the path that changed
 * it, and by what their tasks wrote. Throws `thread_not_found`, `checkpoint_not_found`, `checkpoint_damaged`.
 */
export async function readBlame(threadId: string, query: z.output<typeof BlameQuerySchema>): Promise<Blame> {
  const { store } = await getApp();
  const { values } = await readCheckpointView(threadId, query.checkpoint_id, query.checkpoint_ns);
  return blameCheckpoint(store, { thread_id: threadId, checkpoint_ns: query.checkpoint_ns }, query.checkpoint_id, values);
}
