import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { RunnableConfig } from "@langchain/core/runnables";
import {
  WRITES_IDX_MAP,
  emptyCheckpoint,
  type BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { RetrographError } from "../errors";
import type { TimelineEntry } from "../schema/checkpoint";
import { handlersThatRan } from "./error-handlers";
import { toStorageError } from "./errors";
import { toIndexEntry, type IndexEntry, type Parent } from "./index-entry";
import { insertIndexEntry, parentFromIndex } from "./index-rows";
import type { Store } from "./open";
import { outerCheckpointId } from "./outer-checkpoint";
import { outlineOf } from "./outline";
import { damaged } from "./raw-checkpoint";
import { StrictSerializer, serialize } from "./serialize";
import { startNodeOf } from "./start-node";
import { latestCheckpointId } from "./timeline";

type IndexedSaverOptions = {
  /** What is kept of a failed task's error, as JSON text: its message may tell a secret. */
  redactError?: (json: string) => string;
  /** Called after each checkpoint is saved; it has no failed or waiting task yet. */
  onCheckpoint?: (entry: TimelineEntry, threadId: string) => void;
  /** The run that writes to the thread now. */
  runIdOf?: (threadId: string) => string | null;
  /** The nodes that the update being made now is written as; LangGraph does not store them. */
  asNodes?: () => readonly string[] | null;
  /** Gives timers and messages their turn between checkpoints; on unless false. */
  breathe?: boolean;
};

/** How long saving may keep the event loop to itself, in milliseconds. */
const BREATH_MS = 8;

/** How many threads' newest entries are remembered. */
const REMEMBERED = 256;

const INSERT_CHECKPOINT = `INSERT OR REPLACE INTO checkpoints
  (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata) VALUES (?, ?, ?, ?, 'json', ?, ?)`;

const insertWrite = (conflict: "REPLACE" | "IGNORE") => `INSERT OR ${conflict} INTO writes
  (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value) VALUES (?, ?, ?, ?, ?, ?, 'json', ?)`;

type Place = { thread_id: string; checkpoint_ns: string; checkpoint_id: string | null };

function keyOf({ thread_id, checkpoint_ns, checkpoint_id }: Place): string {
  return `${thread_id}\n${checkpoint_ns}\n${checkpoint_id}`;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function placeOf(config: RunnableConfig): Place {
  const configurable: Record<string, unknown> = config.configurable ?? {};
  const threadId = text(configurable.thread_id);
  if (threadId === null) {
    throw new RetrographError("invalid_request", "A checkpoint can only be saved on a thread: config.configurable.thread_id is missing.");
  }
  return { thread_id: threadId, checkpoint_ns: text(configurable.checkpoint_ns) ?? "", checkpoint_id: text(configurable.checkpoint_id) };
}

/**
 * LangGraph asks for a thread's newest checkpoint in this form when a run goes on from an older one, only to see whether it
 * is another: a damaged one must not keep anybody from going on from the one before.
 */
function asksForIdAlone(config: RunnableConfig): boolean {
  const configurable: Record<string, unknown> = config.configurable ?? {};
  return Object.hasOwn(configurable, "checkpoint_id") && configurable.checkpoint_id === undefined && (configurable.checkpoint_ns ?? "") === "";
}

/**
 * The official saver with an index entry written beside each checkpoint, in one transaction. It reads as the official
 * one does; what it writes, every LangGraph program with the official saver reads.
 */
class IndexedSaver extends SqliteSaver {
  private readonly newest = new Map<string, { id: string; next: readonly string[] }>();
  /** Places whose superstep has an error that a handler takes over. */
  private readonly handled = new Set<string>();
  private lastBreath = 0;

  constructor(
    private readonly store: Store,
    private readonly options: IndexedSaverOptions,
  ) {
    super(store.sqlite, new StrictSerializer());
  }

  override async put(config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, newVersions?: ChannelVersions) {
    const place = placeOf(config);
    const { v, id, ts, channel_values = {}, channel_versions = {}, versions_seen = {} } = checkpoint;
    const state = serialize({ v, id, ts, channel_values, channel_versions, versions_seen }, channel_values);
    const blob = Buffer.from(state, "utf8");
    const entry = this.entryFor(place, checkpoint, metadata, blob.length, newVersions);
    this.save(() => {
      this.refuseDeleted(place.thread_id);
      this.store
        .prepare(INSERT_CHECKPOINT)
        .run(place.thread_id, place.checkpoint_ns, id, place.checkpoint_id, blob, Buffer.from(serialize(metadata, { metadata }), "utf8"));
      insertIndexEntry(this.store, place.thread_id, entry, outlineOf(entry.changed, channel_values));
    });
    this.remember(place, entry);
    this.options.onCheckpoint?.({ ...entry, has_error: false, has_interrupt: false }, place.thread_id);
    await this.breathe();
    return { configurable: { thread_id: place.thread_id, checkpoint_ns: place.checkpoint_ns, checkpoint_id: id } };
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    try {
      return await super.getTuple(config);
    } catch (error) {
      if (toStorageError(error) !== null) throw error;
      // Nothing but reading what is stored happens there.
      const place = placeOf(config);
      const id = place.checkpoint_id ?? latestCheckpointId(this.store, place.thread_id, place.checkpoint_ns) ?? "";
      if (asksForIdAlone(config)) return { config, checkpoint: { ...emptyCheckpoint(), id }, metadata: { source: "loop", step: -1, parents: {} } };
      throw damaged(id, "state, or a write on top of it,", error);
    }
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const place = placeOf(config);
    if (place.checkpoint_id === null)
      throw new RetrographError("invalid_request", "Writes belong to a checkpoint: config.configurable.checkpoint_id is missing.");
    const rows = writes.map(([channel, value], position) => {
      const json = serialize(value, { [channel]: value });
      const blob = Buffer.from(channel === "__error__" ? (this.options.redactError?.(json) ?? json) : json, "utf8");
      return { idx: WRITES_IDX_MAP[channel] ?? position, channel, blob };
    });
    const insert = this.store.prepare(insertWrite(writes.every(([channel]) => channel in WRITES_IDX_MAP) ? "REPLACE" : "IGNORE"));
    this.save(() => {
      this.refuseDeleted(place.thread_id);
      for (const { idx, channel, blob } of rows) insert.run(place.thread_id, place.checkpoint_ns, place.checkpoint_id, taskId, idx, channel, blob);
    });
    if (writes.some(([channel]) => channel === "__error_source_node__")) this.handled.add(keyOf(place));
    await this.breathe();
  }

  override async deleteThread(threadId: string): Promise<void> {
    this.save(() => {
      for (const table of ["checkpoints", "writes", "checkpoint_index"]) this.store.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(threadId);
    });
    for (const key of this.newest.keys()) if (key.startsWith(`${threadId}\n`)) this.newest.delete(key);
  }

  private entryFor(place: Place, checkpoint: Checkpoint, metadata: CheckpointMetadata, bytes: number, newVersions?: ChannelVersions): IndexEntry {
    const facts = {
      checkpoint_ns: place.checkpoint_ns,
      parent_checkpoint_id: place.checkpoint_id,
      source: metadata.source,
      step: metadata.step,
      run_id: this.options.runIdOf?.(place.thread_id) ?? null,
      created_at: checkpoint.ts,
      bytes,
      outer_checkpoint_id: outerCheckpointId(place.checkpoint_ns, metadata),
      checkpoint,
    };
    const entry = toIndexEntry(facts, this.parentOf(place), {
      newVersions,
      asNodes: metadata.source === "update" ? this.options.asNodes?.() : null,
      startNode: startNodeOf(this.store, place.thread_id, place.checkpoint_ns, checkpoint),
    });
    return { ...entry, nodes: [...entry.nodes, ...this.handlersBefore(place, metadata.step)] };
  }

  /** Error handlers run in the superstep of what failed; the checkpoint before does not name them. */
  private handlersBefore(place: Place, step: number): string[] {
    if (place.checkpoint_id === null || !this.handled.delete(keyOf(place))) return [];
    return handlersThatRan(this.store, { ...place, checkpoint_id: place.checkpoint_id, step: step - 1 });
  }

  private parentOf(place: Place): Parent | null {
    const stored = () => parentFromIndex(this.store, place, place.checkpoint_id);
    const known = this.newest.get(`${place.thread_id}\n${place.checkpoint_ns}`);
    if (known === undefined || known.id !== place.checkpoint_id) return stored();
    return { next: known.next, control: () => stored()?.control() ?? null };
  }

  private remember(place: Place, entry: IndexEntry): void {
    const key = `${place.thread_id}\n${place.checkpoint_ns}`;
    this.newest.delete(key);
    this.newest.set(key, { id: entry.checkpoint_id, next: entry.next });
    if (this.newest.size <= REMEMBERED) return;
    const [oldest] = this.newest.keys();
    if (oldest !== undefined) this.newest.delete(oldest);
  }

  private refuseDeleted(threadId: string): void {
    if (this.store.prepare(`SELECT 1 FROM deleted_threads WHERE thread_id = ?`).get(threadId) === undefined) return;
    throw new RetrographError("thread_not_found", `The thread ${threadId} was deleted; nothing more is saved on it.`, { thread_id: threadId });
  }

  private save(action: () => void): void {
    try {
      this.setup();
      this.store.atOnce(action);
    } catch (error) {
      throw toStorageError(error) ?? error;
    }
  }

  private async breathe(): Promise<void> {
    if (this.options.breathe === false || performance.now() - this.lastBreath < BREATH_MS) return;
    await nextMacrotask();
    this.lastBreath = performance.now();
  }
}

/**
 * A checkpointer that LangGraph programs compile with: SQLite as the official `SqliteSaver` keeps it, with the
 * checkpoint index beside it. Saving throws a `RetrographError`: `unserializable_state` names the channel and the path
 * of a value that JSON cannot hold, `storage_*` say what is wrong with the database, `thread_not_found` that the
 * thread was deleted meanwhile.
 */
export function createIndexedSaver(store: Store, options: IndexedSaverOptions = {}): BaseCheckpointSaver {
  return new IndexedSaver(store, options);
}
