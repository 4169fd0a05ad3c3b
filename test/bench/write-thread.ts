import { randomUUID } from "node:crypto";
import type { TimelineEntry } from "../../lib/schema/checkpoint";
import { insertIndexEntry } from "../../lib/store/index-rows";
import type { Store } from "../../lib/store/open";
import { outlineOf } from "../../lib/store/outline";
import { pendingTasks } from "../../lib/store/pending-tasks";

export type LargeThread = {
  checkpoints: number;
  /** Ends of the tree, the main line's among them. */
  branches: number;
  /** Bytes of the largest state. */
  state: number;
  /** 1: the state grows by the same in each step. More: slowly at first, so that the file stays smaller. */
  growth?: number;
  title?: string;
};

const GRAPH = "journal";
const SECOND = 1000;
/** 100 ns steps between the beginnings of the Gregorian calendar's and of Unix time. */
const UUID_EPOCH = 122_192_928_000_000_000n;

/** The id that LangGraph gives a checkpoint: a UUIDv6 of its time and step. */
function idAt(ms: number, step: number): string {
  const time = (BigInt(ms) * 10_000n + UUID_EPOCH).toString(16).padStart(15, "0");
  const clock = ((step & 0x3fff) | 0x8000).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-6${time.slice(12)}-${clock}-0123456789ab`;
}

const WORDS = "state channel branch reducer message tool answer question draft review source search plan result check retry".split(" ");

function textOf(round: number, bytes: number): string {
  let text = `Round ${round}:`;
  for (let i = round; text.length < bytes; i++) text += ` ${WORDS[(i * 7 + round) % WORDS.length] ?? ""}`;
  return text.slice(0, Math.max(bytes, 10));
}

type Node = { id: string; step: number; notes: string; parent: string | null; at: number };

/** The rows of one thread's checkpoints, as the saver writes them for the workflow `journal`. */
class ThreadWriter {
  private readonly insertCheckpoint;
  private readonly insertWrite;
  private written = 0;

  constructor(
    private readonly store: Store,
    private readonly threadId: string,
    private readonly startedAt: number,
    private readonly options: { length: number; state: number; growth: number },
  ) {
    this.insertCheckpoint = store.sqlite.prepare(`INSERT INTO checkpoints
      (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata) VALUES (?, '', ?, ?, 'json', ?, ?)`);
    this.insertWrite = store.sqlite.prepare(`INSERT OR IGNORE INTO writes
      (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value) VALUES (?, '', ?, ?, ?, ?, 'json', ?)`);
  }

  private noteOf(step: number): string {
    const { length, state, growth } = this.options;
    const share = (s: number) => (s / length) ** growth;
    const bytes = Math.round(state * (share(step) - share(step - 1))) - 32;
    return JSON.stringify({ id: `note-${step}`, text: textOf(step, bytes) });
  }

  private controlOf(id: string, step: number, isLast: boolean) {
    const version = step + 2;
    return {
      id,
      channel_values: isLast ? {} : { "branch:to:note": step === 0 ? null : "note" },
      channel_versions: { __start__: 2, target: 2, "branch:to:note": version, ...(step === 0 ? {} : { count: version, notes: version }) },
      versions_seen: { __input__: {}, __start__: { __start__: 1 }, ...(step === 0 ? {} : { note: { "branch:to:note": version - 1 } }) },
    };
  }

  private insert(node: Node, checkpoint: string, next: string[], nodes: string[], changed: string[]): void {
    const source: TimelineEntry["source"] = node.step < 0 ? "input" : "loop";
    const blob = Buffer.from(checkpoint, "utf8");
    this.insertCheckpoint.run(this.threadId, node.id, node.parent, blob, Buffer.from(JSON.stringify({ source, step: node.step, parents: {} })));
    const entry = {
      checkpoint_id: node.id,
      parent_checkpoint_id: node.parent,
      checkpoint_ns: "",
      source,
      step: node.step,
      run_id: null,
      created_at: new Date(node.at).toISOString(),
      next,
      nodes,
      changed,
      bytes: blob.length,
    };
    const values = node.step < 1 ? { target: this.options.length } : { count: node.step, notes: new Array(node.step) };
    insertIndexEntry(this.store, this.threadId, entry, outlineOf(changed, values));
    this.written++;
  }

  private nextTime(): number {
    return this.startedAt + this.written * SECOND;
  }

  /** The input and the checkpoint before the first round. */
  begin(): Node {
    const at = this.nextTime();
    const input: Node = { id: idAt(at, -1), step: -1, notes: "", parent: null, at };
    const target = this.options.length;
    this.insert(
      input,
      `{"v":4,"id":"${input.id}","ts":"${new Date(at).toISOString()}","channel_values":{"count":0,"notes":[],"__start__":{"target":${target}},"__pregel_tasks":[]},"channel_versions":{"__start__":1},"versions_seen":{"__input__":{}}}`,
      ["__start__"],
      [],
      [],
    );
    return this.save(input, 0, false);
  }

  private save(parent: Node, step: number, isLast: boolean): Node {
    const at = this.nextTime();
    const id = idAt(at, step);
    const note = step === 0 ? null : this.noteOf(step);
    const notes = note === null ? "" : parent.notes === "" ? note : `${parent.notes},${note}`;
    const node: Node = { id, step, notes, parent: parent.id, at };
    const control = this.controlOf(id, step, isLast);
    const flow = JSON.stringify(control.channel_values).slice(1, -1);
    const values = `{"target":${this.options.length},"count":${step},"notes":[${notes}],"__pregel_tasks":[]${flow === "" ? "" : `,${flow}`}}`;
    const checkpoint = `{"v":4,"id":"${id}","ts":"${new Date(at).toISOString()}","channel_values":${values},"channel_versions":${JSON.stringify(control.channel_versions)},"versions_seen":${JSON.stringify(control.versions_seen)}}`;
    this.insert(node, checkpoint, isLast ? [] : ["note"], [step === 0 ? "__start__" : "note"], step === 0 ? ["target"] : ["count", "notes"]);
    if (note !== null) this.saveWrites(parent, note, isLast);
    return node;
  }

  /** What the task left that led to a round's checkpoint. */
  private saveWrites(before: Node, note: string, isLast: boolean): void {
    const [task] = pendingTasks(this.controlOf(before.id, before.step, false), { checkpoint_ns: "", step: before.step });
    if (task === undefined) return;
    const writes = [["count", "1"], ["notes", `[${note}]`], ...(isLast ? [] : [["branch:to:note", `"note"`]])];
    for (const [index, [channel, value]] of writes.entries())
      this.insertWrite.run(this.threadId, before.id, task.ids[0], index, channel, Buffer.from(value ?? "null", "utf8"));
  }

  /** Rounds after a checkpoint, each saved; gives them all. */
  grow(from: Node, rounds: number): Node[] {
    const nodes: Node[] = [];
    let node = from;
    for (let round = 1; round <= rounds; round++) {
      node = this.save(node, node.step + 1, round === rounds);
      nodes.push(node);
    }
    return nodes;
  }
}

/**
 * Writes a finished thread of the workflow `journal` straight into the database: a main line of more than half of the
 * checkpoints, and forks of equal length all along it. Gives the thread's id. Synchronous.
 */
export function writeLargeThread(store: Store, options: LargeThread): string {
  const threadId = randomUUID();
  const forks = options.branches - 1;
  const perFork = forks === 0 ? 0 : Math.max(1, Math.floor((options.checkpoints * 0.4) / forks));
  const rounds = options.checkpoints - 2 - perFork * forks;
  if (forks < 0 || rounds < 1) throw new Error(`${options.checkpoints} checkpoints are too few for ${options.branches} branches.`);
  const startedAt = Date.now() - options.checkpoints * SECOND;
  const writer = new ThreadWriter(store, threadId, startedAt, { length: rounds, state: options.state, growth: options.growth ?? 4 });
  store.sqlite.transaction(() => {
    store
      .prepare(
        `INSERT INTO threads (thread_id, graph_id, title, status, created_at, updated_at, metadata, config) VALUES (?, ?, ?, 'idle', ?, ?, ?, '{}')`,
      )
      .run(
        threadId,
        GRAPH,
        options.title ?? `A journal of ${options.checkpoints} checkpoints`,
        new Date(startedAt).toISOString(),
        new Date().toISOString(),
        JSON.stringify({ graph_id: GRAPH }),
      );
    const main = writer.grow(writer.begin(), rounds);
    for (let fork = 1; fork <= forks; fork++) {
      const from = main[Math.floor((fork * (rounds - 1)) / (forks + 1))];
      if (from !== undefined) writer.grow(from, perFork);
    }
  })();
  return threadId;
}
