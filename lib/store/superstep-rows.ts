import type { Json } from "../schema/json";
import { storedToDisplayJson } from "./display";
import type { Store } from "./open";
import { blobText, damaged } from "./raw-checkpoint";
import { factsByCheckpoint, type TaskFacts } from "./task-facts";

/** What a task wrote to a channel, as people and programs read it. */
export type Write = { channel: string; value: Json };

type Place = { thread_id: string; checkpoint_ns: string };
/** Exactly the columns of the query below, which are those of the saver's table. */
type Row = [checkpointId: string, taskId: string, channel: string, type: string | null, value: Buffer | string | null];

const WRITES = `
  SELECT checkpoint_id, task_id, channel, type, value FROM writes
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id >= ? AND checkpoint_id <= ? ORDER BY checkpoint_id, task_id, idx`;

function parseWrite([checkpointId, , channel, type, value]: Row): Write {
  if (type === "bytes" && value !== null) {
    const bytes = Buffer.from(value);
    return { channel, value: { $type: "Uint8Array", value: bytes.toString("base64"), bytes: bytes.length } };
  }
  try {
    return { channel, value: storedToDisplayJson(JSON.parse(blobText(value))) };
  } catch (cause) {
    throw damaged(checkpointId, `write to "${channel}" after the state`, cause);
  }
}

/**
 * What tasks left of the supersteps that start from neighbouring checkpoints of a namespace, read with one look at each
 * table. A damaged write is told of when its own checkpoint is asked for.
 */
export class SuperstepRows {
  readonly #rows = new Map<string, Row[]>();
  readonly #facts: ReadonlyMap<string, ReadonlyMap<string, TaskFacts>>;
  readonly #hasSubgraphs: boolean;

  /** From the checkpoint `first` to `last`, by their ids, both included. */
  constructor(
    private readonly store: Store,
    private readonly place: Place,
    first: string,
    last: string,
  ) {
    const { thread_id, checkpoint_ns } = place;
    for (const row of store.prepare(WRITES).raw().all(thread_id, checkpoint_ns, first, last) as Row[]) {
      const known = this.#rows.get(row[0]);
      if (known === undefined) this.#rows.set(row[0], [row]);
      else known.push(row);
    }
    this.#facts = factsByCheckpoint(store, { ...place, first, last });
    this.#hasSubgraphs =
      store.prepare(`SELECT 1 FROM checkpoints WHERE thread_id = ? AND checkpoint_ns > ? LIMIT 1`).get(thread_id, checkpoint_ns) !== undefined;
  }

  /** Writes of a checkpoint by task, each task's in the order in which it made them. Throws `checkpoint_damaged`. */
  writes(checkpointId: string): Map<string, Write[]> {
    const byTask = new Map<string, Write[]>();
    for (const row of this.#rows.get(checkpointId) ?? []) {
      const known = byTask.get(row[1]);
      if (known === undefined) byTask.set(row[1], [parseWrite(row)]);
      else known.push(parseWrite(row));
    }
    return byTask;
  }

  facts(checkpointId: string): ReadonlyMap<string, TaskFacts> {
    return this.#facts.get(checkpointId) ?? new Map<string, TaskFacts>();
  }

  /** The subgraph's namespace, when the task has run one that saved checkpoints. */
  childNamespace(task: { id: string; name: string }): string | null {
    if (!this.#hasSubgraphs) return null;
    const { thread_id, checkpoint_ns } = this.place;
    const own = `${task.name}:${task.id}`;
    const namespace = checkpoint_ns === "" ? own : `${checkpoint_ns}|${own}`;
    const found = this.store.prepare(`SELECT 1 FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? LIMIT 1`).get(thread_id, namespace);
    return found === undefined ? null : namespace;
  }
}
