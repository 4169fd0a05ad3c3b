import type { Selectable } from "kysely";
import type { CheckpointSource, TimelineEntry, TimelinePage } from "../schema/checkpoint";
import { withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import { openEnds } from "./open-ends";
import type { Store } from "./open";
import { toTimelineEntry, type OpenEnds } from "./rows";
import type { CheckpointIndexTable } from "./tables";

/**
 * SQLite writes the whole page as one JSON text: for 5,000 rows three times as quick as handing over each column of
 * each row.
 */
const PAGE = `
  SELECT json_group_array(json_array(
    checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, json(next), json(nodes), json(changed), bytes, outer_checkpoint_id))
  FROM (
    SELECT * FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id < ?
    ORDER BY checkpoint_id DESC LIMIT ?
  )`;

type PageRow = [
  checkpoint_id: string,
  parent_checkpoint_id: string | null,
  source: CheckpointSource,
  step: number,
  run_id: string | null,
  created_at: string,
  next: string[],
  nodes: string[],
  changed: string[],
  bytes: number,
  outer_checkpoint_id: string | null,
];

/** Comes after every checkpoint id, which are ASCII. */
const AFTER_ALL = "\u007f";

function toEntry(row: PageRow, checkpoint_ns: string, ends: OpenEnds): TimelineEntry {
  const [checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, next, nodes, changed, bytes, outer_checkpoint_id] = row;
  const has_error = ends.failed.has(checkpoint_id);
  const has_interrupt = ends.waiting.has(checkpoint_id);
  return {
    checkpoint_id,
    parent_checkpoint_id,
    checkpoint_ns,
    ...(outer_checkpoint_id === null || outer_checkpoint_id === "" ? {} : { outer_checkpoint_id }),
    source,
    step,
    run_id,
    created_at,
    next,
    nodes,
    changed,
    bytes,
    has_error,
    has_interrupt,
  };
}

/**
 * A page of a thread's checkpoints, newest first, from the index alone: no state is read. Rows that a foreign program
 * wrote are indexed on the way.
 */
export function readTimeline(store: Store, threadId: string, page: { checkpoint_ns: string; before?: string; limit: number }): Promise<TimelinePage> {
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, threadId);
    const text = store
      .prepare(PAGE)
      .pluck()
      .get(threadId, page.checkpoint_ns, page.before ?? AFTER_ALL, page.limit + 1);
    // Exactly what `insertIndexEntry` wrote; checking 5,000 rows again would take longer than reading them.
    const rows = JSON.parse(String(text)) as PageRow[];
    const ends = openEnds(store, threadId, page.checkpoint_ns);
    const checkpoints = rows.slice(0, page.limit).map((row) => toEntry(row, page.checkpoint_ns, ends));
    return { checkpoints, next_cursor: rows.length > page.limit ? (checkpoints.at(-1)?.checkpoint_id ?? null) : null };
  });
}

const ENTRY = `SELECT * FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

/** One checkpoint's entry, or null. */
export function readEntry(store: Store, threadId: string, checkpointNs: string, checkpointId: string): Promise<TimelineEntry | null> {
  return withStorageErrorsAsync(async () => {
    // The table's own columns.
    const find = () => store.prepare(ENTRY).get(threadId, checkpointNs, checkpointId) as Selectable<CheckpointIndexTable> | undefined;
    let row = find();
    if (row === undefined) {
      await ensureIndexed(store, threadId);
      row = find();
    }
    return row === undefined ? null : toTimelineEntry(row, openEnds(store, threadId, checkpointNs, checkpointId));
  });
}

/** The newest checkpoint's id in a namespace, whoever wrote it, or null. Synchronous. */
export function latestCheckpointId(store: Store, threadId: string, checkpointNs: string): string | null {
  const id: unknown = store
    .prepare(`SELECT checkpoint_id FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? ORDER BY checkpoint_id DESC LIMIT 1`)
    .pluck()
    .get(threadId, checkpointNs);
  return typeof id === "string" ? id : null;
}

/** The newest checkpoint's entry, or null. */
export function latestEntry(store: Store, threadId: string, checkpointNs: string): Promise<TimelineEntry | null> {
  return withStorageErrorsAsync(async () => {
    const id = latestCheckpointId(store, threadId, checkpointNs);
    return id === null ? null : await readEntry(store, threadId, checkpointNs, id);
  });
}

/** True when the checkpoint exists. */
export async function hasCheckpoint(store: Store, threadId: string, checkpointNs: string, checkpointId: string): Promise<boolean> {
  return (await readEntry(store, threadId, checkpointNs, checkpointId)) !== null;
}

/** How many checkpoints the thread has in a namespace. */
export function countCheckpoints(store: Store, threadId: string, checkpointNs: string): Promise<number> {
  return withStorageErrorsAsync(async () => {
    const row = await store.db
      .selectFrom("checkpoints")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("thread_id", "=", threadId)
      .where("checkpoint_ns", "=", checkpointNs)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  });
}
