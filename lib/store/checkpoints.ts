import type { Selectable } from "kysely";
import { isRetrographError } from "../errors";
import type { CheckpointView, TimelineEntry } from "../schema/checkpoint";
import { JsonObjectSchema, type Json, type JsonObject } from "../schema/json";
import { readDeltaValues, unresolvedDeltas } from "./delta-channels";
import { storedToDisplayJson } from "./display";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { ensureIndexed, readRow } from "./index-rows";
import { openEnds } from "./open-ends";
import type { Store } from "./open";
import { isInternalChannel, parseCheckpoint, parseMetadata, type RawCheckpoint } from "./raw-checkpoint";
import { toTimelineEntry } from "./rows";
import { SuperstepRows } from "./superstep-rows";
import { readTasks } from "./tasks";
import type { CheckpointIndexTable } from "./tables";
import { matchesJson } from "./thread-filters";
import { latestCheckpointId, readEntry } from "./timeline";

/** Channels that stand for the whole state: a workflow without named channels, and a functional entrypoint's result. */
const WHOLE_STATE = ["__root__", "__end__"] as const;

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** LangGraph reads a channel without a value as an empty one: an untracked channel is always stored so. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    (typeof value === "object" && value !== null && "lc" in value && value.lc === 2 && "type" in value && value.type === "undefined")
  );
}

/** State as LangGraph's `getState` gives it; a state that is no object stands under its channel's name. */
function valuesOf(checkpoint: RawCheckpoint): JsonObject {
  const named = Object.entries(checkpoint.channel_values).filter(
    ([channel, value]) => !isInternalChannel(channel) && channel !== "__root__" && !isEmpty(value),
  );
  if (named.length > 0) return Object.fromEntries(named.map(([channel, value]) => [channel, storedToDisplayJson(value)]));
  for (const channel of WHOLE_STATE) {
    if (!Object.hasOwn(checkpoint.channel_values, channel)) continue;
    const value = storedToDisplayJson(checkpoint.channel_values[channel]);
    return isObject(value) ? value : { [channel]: value };
  }
  return {};
}

/** What an input brought that no node has taken yet, and what a functional workflow keeps for its next run. */
function besideState({ channel_values: values }: RawCheckpoint): Pick<CheckpointView, "input" | "saved"> {
  const { __start__: input, __previous__: saved } = values;
  return {
    ...(input === undefined || isEmpty(input) ? {} : { input: storedToDisplayJson(input) }),
    ...(saved === undefined || isEmpty(saved) ? {} : { saved: storedToDisplayJson(saved) }),
  };
}

function revisionOf(store: Store, entry: TimelineEntry, metadata: JsonObject): string | null {
  if (entry.run_id !== null) {
    const revision: unknown = store.prepare(`SELECT revision FROM runs WHERE run_id = ?`).pluck().get(entry.run_id);
    if (typeof revision === "string") return revision;
  }
  return typeof metadata.revision === "string" ? metadata.revision : null;
}

function toView(store: Store, threadId: string, entry: TimelineEntry, rows: SuperstepRows): CheckpointView | null {
  const row = readRow(store, { thread_id: threadId, checkpoint_ns: entry.checkpoint_ns }, entry.checkpoint_id);
  if (row === null) return null;
  const checkpoint = parseCheckpoint(row);
  const stored = parseMetadata(row);
  const shown = storedToDisplayJson(stored);
  const metadata: JsonObject = isObject(shown) ? shown : {};
  const superstep = { thread_id: threadId, checkpoint_ns: entry.checkpoint_ns, step: entry.step, next: entry.next, checkpoint };
  const tasks = readTasks(store, superstep, rows);
  const revision = revisionOf(store, entry, metadata);
  const place = { thread_id: threadId, checkpoint_ns: entry.checkpoint_ns, checkpoint_id: entry.checkpoint_id, revision };
  return {
    thread_id: threadId,
    checkpoint_id: entry.checkpoint_id,
    checkpoint_ns: entry.checkpoint_ns,
    parent_checkpoint_id: entry.parent_checkpoint_id,
    created_at: checkpoint.ts,
    source: entry.source,
    step: entry.step,
    run_id: entry.run_id,
    bytes: entry.bytes,
    metadata,
    values: { ...valuesOf(checkpoint), ...readDeltaValues(store, place, unresolvedDeltas(checkpoint, stored)) },
    ...besideState(checkpoint),
    next: tasks.flatMap((task) => (task.handles === undefined ? [task.name] : [])),
    tasks,
    revision,
  };
}

/**
 * One checkpoint with its values, next, tasks, errors and interrupts, from the database alone; the newest one without an
 * id. Null when there is none. Throws `checkpoint_damaged` for a damaged row.
 */
export function readCheckpoint(
  store: Store,
  place: { thread_id: string; checkpoint_id?: string; checkpoint_ns?: string },
): Promise<CheckpointView | null> {
  return withStorageErrorsAsync(async () => {
    const checkpointNs = place.checkpoint_ns ?? "";
    const id = place.checkpoint_id ?? latestCheckpointId(store, place.thread_id, checkpointNs);
    const entry = id === null ? null : await readEntry(store, place.thread_id, checkpointNs, id);
    if (entry === null) return null;
    const { checkpoint_id } = entry;
    return toView(
      store,
      place.thread_id,
      entry,
      new SuperstepRows(store, { thread_id: place.thread_id, checkpoint_ns: checkpointNs }, checkpoint_id, checkpoint_id),
    );
  });
}

/** A view that says so where the checkpoint is damaged, for lists whose other checkpoints are to stay readable. */
function toReadableView(store: Store, threadId: string, entry: TimelineEntry, rows: SuperstepRows): CheckpointView | null {
  try {
    return toView(store, threadId, entry, rows);
  } catch (error) {
    if (!isRetrographError(error) || error.code !== "checkpoint_damaged") throw error;
    const { checkpoint_id, checkpoint_ns, parent_checkpoint_id, created_at, source, step, run_id, bytes, next } = entry;
    const metadata = { source, step, damaged: error.message };
    return {
      thread_id: threadId,
      checkpoint_id,
      checkpoint_ns,
      parent_checkpoint_id,
      created_at,
      source,
      step,
      run_id,
      bytes,
      metadata,
      values: {},
      next,
      tasks: [],
      revision: null,
    };
  }
}

type HistoryQuery = {
  thread_id: string;
  checkpoint_ns?: string;
  /** Only checkpoints older than this one. */
  before?: string;
  limit: number;
  /** Only checkpoints whose metadata contain this. */
  metadata?: JsonObject;
};

/** Of how many checkpoints what the tasks left is read at once. */
const TOGETHER = 32;

async function indexRows(store: Store, query: HistoryQuery) {
  await ensureIndexed(store, query.thread_id);
  let select = store.db
    .selectFrom("checkpoint_index")
    .selectAll()
    .where("thread_id", "=", query.thread_id)
    .where("checkpoint_ns", "=", query.checkpoint_ns ?? "")
    .orderBy("checkpoint_id", "desc");
  if (query.before !== undefined) select = select.where("checkpoint_id", "<", query.before);
  // A filter may pass over any number of rows.
  if (query.metadata === undefined) select = select.limit(query.limit);
  return select.execute();
}

/**
 * Checkpoints with their values, newest first, some at a time; a damaged one has none and `metadata.damaged`. Reads one
 * state at a time, and no more than it gives: of large states only those that are wanted now are in memory.
 */
export async function* historyPages(store: Store, query: HistoryQuery): AsyncGenerator<CheckpointView[], void, undefined> {
  const rows = await withStorageErrorsAsync(() => indexRows(store, query));
  const place = { thread_id: query.thread_id, checkpoint_ns: query.checkpoint_ns ?? "" };
  const wanted = query.metadata === undefined ? null : JsonObjectSchema.parse(query.metadata);
  let left = query.limit;
  for (let start = 0; start < rows.length && left > 0; start += TOGETHER) {
    const page = rows.slice(start, start + TOGETHER);
    const views = withStorageErrors(() => readViews(store, place, page)).filter((view) => wanted === null || matchesJson(view.metadata, wanted));
    const given = views.slice(0, left);
    left -= given.length;
    yield given;
  }
}

function readViews(store: Store, place: { thread_id: string; checkpoint_ns: string }, rows: Selectable<CheckpointIndexTable>[]): CheckpointView[] {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const ends = openEnds(store, place.thread_id, place.checkpoint_ns);
  const left = new SuperstepRows(store, place, oldest.checkpoint_id, newest.checkpoint_id);
  return rows.flatMap((row) => toReadableView(store, place.thread_id, toTimelineEntry(row, ends), left) ?? []);
}

/** The same all at once. */
export async function readHistory(store: Store, query: HistoryQuery): Promise<CheckpointView[]> {
  const views: CheckpointView[] = [];
  for await (const page of historyPages(store, query)) views.push(...page);
  return views;
}
