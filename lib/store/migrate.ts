import { uuid6 } from "@langchain/langgraph-checkpoint";
import { withStorageErrors } from "./errors";
import { insertIndexEntry, readRow } from "./index-rows";
import type { IndexEntry } from "./index-entry";
import type { Store } from "./open";
import { outlineOf } from "./outline";
import { nextNodes, pendingTasks } from "./pending-tasks";
import { blobText, parseCheckpoint, parseMetadata, type RawCheckpoint } from "./raw-checkpoint";
import { parseNames } from "./rows";

/** What the names in a checkpoint become; `former_names` are by the new ones. */
export type Renaming = {
  checkpoint(checkpoint: RawCheckpoint): Pick<RawCheckpoint, "channel_values" | "channel_versions" | "versions_seen"> & {
    former_names: { channels: Record<string, string>; nodes: Record<string, string> };
  };
  node(name: string): string;
  channel(name: string): string;
  value(channel: string, value: unknown): unknown;
};

/** What of a task is not its result: a fork asks again, and tries again. */
const UNFINISHED = new Set(["__error__", "__error_source_node__", "__interrupt__", "__resume__", "__scheduled__"]);

type WriteRow = { task_id: string; idx: number; channel: string; type: string | null; value: Buffer | string | null };
type EntryRow = { parent_checkpoint_id: string | null; step: number; nodes: string; changed: string; next: string };

/** New ids of the tasks that are due, by the ids that they have at the old checkpoint. */
function taskIds(before: RawCheckpoint, after: RawCheckpoint, place: { step: number; startNode: string }, renaming: Renaming): Map<string, string> {
  const fresh = pendingTasks(after, { checkpoint_ns: "", ...place });
  const ids = new Map<string, string>();
  for (const task of pendingTasks(before, { checkpoint_ns: "", ...place })) {
    const index = fresh.findIndex(({ name, kind }) => name === renaming.node(task.name) && kind === task.kind);
    const [now] = index === -1 ? [] : fresh.splice(index, 1);
    if (now !== undefined) task.ids.forEach((id, at) => ids.set(id, now.ids[at] ?? now.ids[0]));
  }
  return ids;
}

/** The results that finished tasks left at a checkpoint, as they are for the fork. */
function keptWrites(
  store: Store,
  place: { thread_id: string; checkpoint_id: string },
  ids: ReadonlyMap<string, string>,
  renaming: Renaming,
): WriteRow[] {
  // Exactly these columns in the saver's table.
  const rows = store
    .prepare(
      `SELECT task_id, idx, channel, type, value FROM writes WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ? ORDER BY task_id, idx`,
    )
    .all(place.thread_id, place.checkpoint_id) as WriteRow[];
  const finished = new Set(rows.filter(({ channel }) => !UNFINISHED.has(channel)).map(({ task_id }) => task_id));
  return rows.flatMap((row) => {
    const task_id = ids.get(row.task_id);
    if (task_id === undefined || !finished.has(row.task_id) || UNFINISHED.has(row.channel)) return [];
    const channel = renaming.channel(row.channel);
    const isControl = row.channel.startsWith("branch:to:") || row.channel.startsWith("join:") || row.channel === "__pregel_tasks";
    if (!isControl || row.value === null) return [{ ...row, task_id, channel }];
    const value = renaming.value(row.channel, JSON.parse(blobText(row.value)));
    return [{ ...row, task_id, channel, value: Buffer.from(JSON.stringify(value), "utf8") }];
  });
}

function indexEntry(old: EntryRow, id: string, checkpoint: RawCheckpoint, bytes: number, renaming: Renaming): IndexEntry {
  return {
    checkpoint_id: id,
    parent_checkpoint_id: old.parent_checkpoint_id,
    checkpoint_ns: "",
    source: "fork",
    step: old.step,
    run_id: null,
    created_at: checkpoint.ts,
    next: parseNames(old.next).map((name) => renaming.node(name)),
    nodes: parseNames(old.nodes).map((name) => renaming.node(name)),
    changed: parseNames(old.changed).map((name) => renaming.channel(name)),
    bytes,
  };
}

/**
 * Writes a copy of one of the workflow's own checkpoints beside it, with nodes and channels under their new names, so that
 * the thread goes on from there with the code of today; gives its id, or null when there is no such checkpoint. Results of
 * tasks that had finished are kept, questions and errors are not: those tasks run again. States of subgraphs stay with
 * the old checkpoint. Throws `checkpoint_damaged` for a row that cannot be read.
 */
export function writeRenamedCopy(
  store: Store,
  place: { thread_id: string; checkpoint_id: string },
  renaming: Renaming,
  note: { [key: string]: unknown },
): string | null {
  return withStorageErrors(() => {
    const row = readRow(store, { thread_id: place.thread_id, checkpoint_ns: "" }, place.checkpoint_id);
    // Exactly these columns of the index.
    const entry = store
      .prepare(
        `SELECT parent_checkpoint_id, step, nodes, changed, next FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?`,
      )
      .get(place.thread_id, place.checkpoint_id) as EntryRow | undefined;
    if (row === null || entry === undefined) return null;
    const before = parseCheckpoint(row);
    const { former_names, ...control } = renaming.checkpoint(before);
    const after: RawCheckpoint = { ...before, ...control, id: uuid6(Math.max(entry.step, 0)), ts: new Date().toISOString() };
    const triggered = new Set(nextNodes(before, ""));
    const startNode = parseNames(entry.next).find((name) => !triggered.has(name)) ?? "__start__";
    const writes = keptWrites(store, place, taskIds(before, after, { step: entry.step, startNode }, renaming), renaming);
    const { run_id: _run, revision: _revision, ...metadata } = parseMetadata(row);
    const blob = Buffer.from(JSON.stringify(after), "utf8");
    const about = { ...metadata, ...note, source: "fork", former_names };
    store.sqlite
      .transaction(() => {
        store
          .prepare(
            `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
             VALUES (?, '', ?, ?, 'json', ?, ?)`,
          )
          .run(place.thread_id, after.id, row.parent_checkpoint_id, blob, Buffer.from(JSON.stringify(about), "utf8"));
        const copied = indexEntry(entry, after.id, after, blob.length, renaming);
        insertIndexEntry(store, place.thread_id, copied, outlineOf(copied.changed, after.channel_values));
        const insert = store.prepare(
          `INSERT INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value) VALUES (?, '', ?, ?, ?, ?, ?, ?)`,
        );
        for (const write of writes) insert.run(place.thread_id, after.id, write.task_id, write.idx, write.channel, write.type, write.value);
      })
      .immediate();
    return after.id;
  });
}
