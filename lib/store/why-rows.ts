import { z } from "zod";
import { isRetrographError } from "../errors";
import type { Json } from "../schema/json";
import type { TriggerFacts, WhyFacts, WriteFacts } from "../schema/explain";
import { storedToDisplayJson } from "./display";
import { withStorageErrorsAsync } from "./errors";
import { readRow } from "./index-rows";
import type { Store } from "./open";
import { arrivals, pendingTasks, readyTriggers, sentPackets, withGoto, type PendingTask } from "./pending-tasks";
import { blobText, parseCheckpoint, parseMetadata, type RawCheckpoint, type Version } from "./raw-checkpoint";
import { readEntry } from "./timeline";

const START = "__start__";
const SENDS = "__pregel_tasks";
const BRANCH = "branch:to:";
const JOIN = "join:";
/** Writes of a `Command` that was sent from outside stand under this id. */
const NO_TASK = "00000000-0000-0000-0000-000000000000";
/** A join may have waited for long; beyond this many checkpoints nobody is looked for. */
const MAX_BACK = 500;

type Place = { thread_id: string; checkpoint_ns: string };
type Write = { task_id: string; channel: string; value: unknown };

/** By their new names, as `writeRenamedCopy` notes them. */
const FormerNamesSchema = z
  .object({ channels: z.record(z.string(), z.string()), nodes: z.record(z.string(), z.string()) })
  .catch({ channels: {}, nodes: {} });

/** One checkpoint on the way back, with what its tasks wrote. Each part is read when it is asked for. */
class Moment {
  readonly checkpoint: RawCheckpoint;
  readonly source: string;
  readonly step: number;
  readonly parentId: string | null;
  /** Where the checkpoint is a copy under new names: what its channels and nodes were called before. */
  readonly former: { channels: ReadonlyMap<string, string>; nodes: ReadonlyMap<string, string> };
  readonly nodes: readonly string[];
  readonly #store: Store;
  readonly #place: Place;
  readonly #startNode: string;
  #writes: Write[] | null = null;
  #tasks: PendingTask[] | null = null;

  private constructor(store: Store, place: Place, row: NonNullable<ReturnType<typeof readRow>>, known: { nodes: string[]; next: string[] }) {
    const metadata = parseMetadata(row);
    this.#store = store;
    this.#place = place;
    this.checkpoint = parseCheckpoint(row);
    this.source = metadata.source ?? "loop";
    this.step = metadata.step ?? -1;
    this.parentId = row.parent_checkpoint_id;
    this.nodes = known.nodes;
    const { channels, nodes } = FormerNamesSchema.parse(metadata.former_names);
    this.former = { channels: new Map(Object.entries(channels)), nodes: new Map(Object.entries(nodes)) };
    const others = new Set(readyTriggers(this.checkpoint, "").keys());
    this.#startNode = START in this.checkpoint.channel_values ? (known.next.find((name) => !others.has(name)) ?? START) : START;
  }

  /** Null when there is no such checkpoint. Throws for a damaged one. */
  static async read(store: Store, place: Place, checkpointId: string): Promise<Moment | null> {
    const entry = await readEntry(store, place.thread_id, place.checkpoint_ns, checkpointId);
    const row = entry === null ? null : readRow(store, place, checkpointId);
    return entry === null || row === null ? null : new Moment(store, place, row, entry);
  }

  /** The checkpoint before; null where there is none or its row is damaged, so that what came of it stays explained. */
  async before(): Promise<Moment | null> {
    if (this.parentId === null) return null;
    try {
      return await Moment.read(this.#store, this.#place, this.parentId);
    } catch (error) {
      if (isRetrographError(error) && error.code === "checkpoint_damaged") return null;
      throw error;
    }
  }

  get writes(): readonly Write[] {
    this.#writes ??= readWrites(this.#store, this.#place, this.checkpoint.id);
    return this.#writes;
  }

  /** As LangGraph saw it when its superstep began. */
  get control(): RawCheckpoint {
    return withGoto(
      this.checkpoint,
      this.writes.filter(({ task_id }) => task_id === NO_TASK),
    );
  }

  get tasks(): readonly PendingTask[] {
    this.#tasks ??= pendingTasks(this.control, { checkpoint_ns: this.#place.checkpoint_ns, step: this.step, startNode: this.#startNode });
    return this.#tasks;
  }

  triggers(node: string): string[] {
    return readyTriggers(this.control, this.#startNode).get(node) ?? [];
  }

  /** The task's id: of several that LangGraph could have given it, the one that left writes. */
  idOf(task: PendingTask): string {
    return task.ids.find((id) => this.writes.some(({ task_id }) => task_id === id)) ?? task.ids[0];
  }

  /** What the tasks of the superstep that starts here wrote to a channel, with their nodes. */
  writesTo(channel: string): { node: string; task_id: string; value: unknown }[] {
    const nodes = new Map(this.tasks.map((task) => [this.idOf(task), task.name]));
    return this.writes.flatMap((write) => {
      const node = nodes.get(write.task_id);
      return write.channel !== channel || node === undefined ? [] : [{ node, task_id: write.task_id, value: write.value }];
    });
  }
}

function readWrites(store: Store, place: Place, checkpointId: string): Write[] {
  // Exactly these columns in the saver's table; a value that control flow does not need is not parsed.
  const rows = store
    .prepare(
      `SELECT task_id, channel, value FROM writes WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?
         ORDER BY task_id, idx`,
    )
    .all(place.thread_id, place.checkpoint_ns, checkpointId) as { task_id: string; channel: string; value: Buffer | string | null }[];
  return rows.map(({ task_id, channel, value }) => ({ task_id, channel, value: isControl(channel) ? parseValue(value) : null }));
}

function isControl(channel: string): boolean {
  return channel.startsWith(BRANCH) || channel.startsWith(JOIN) || channel === SENDS;
}

function parseValue(value: Buffer | string | null): unknown {
  try {
    return JSON.parse(blobText(value));
  } catch {
    // Of a damaged write it is still known that it was made.
    return null;
  }
}

function versionOf(version: Version | undefined): Json {
  return version ?? null;
}

/** Walks back from a checkpoint to who gave a channel what it holds. */
async function writersOf(from: Moment, channel: string): Promise<WriteFacts[]> {
  const nobody: WriteFacts = { by: "unknown", source: null, value: null, checkpoint_id: null, task_id: null };
  if (from.writes.some((write) => write.task_id === NO_TASK && write.channel === channel)) {
    return [{ ...nobody, by: "command", checkpoint_id: from.checkpoint.id }];
  }
  let missing = channel.startsWith(JOIN) ? new Set(arrivals(from.checkpoint.channel_values[channel]).names) : null;
  const found: WriteFacts[] = [];
  let name = channel;
  let here = from;
  for (let back = 0; back < MAX_BACK; back++) {
    if (here.source === "input" || name === START) return [...found, { ...nobody, by: "input", checkpoint_id: here.checkpoint.id }];
    const former = here.former.channels.get(name);
    name = former ?? name;
    if (missing !== null) missing = new Set([...missing].map((start) => here.former.nodes.get(start) ?? start));
    const before = await here.before();
    if (before === null) break;
    if (former !== undefined || here.checkpoint.channel_versions[name] !== before.checkpoint.channel_versions[name]) {
      for (const write of stepWrites(here, before, name)) {
        if (missing !== null && !missing.delete(write.source ?? "")) continue;
        found.push(write);
      }
      // What a deferred node's channel held already got a new version when nothing else was left to run.
      if (missing === null && (found.length > 0 || !(name in before.checkpoint.channel_values))) break;
    }
    if (missing?.size === 0) break;
    here = before;
  }
  return found.length === 0 ? [nobody] : found;
}

/** Writes to a channel in the step from one checkpoint to the next. */
function stepWrites(here: Moment, before: Moment, channel: string): WriteFacts[] {
  const checkpoint_id = here.checkpoint.id;
  if (here.source === "update") {
    const nodes: readonly (string | null)[] = here.nodes.length === 0 ? [null] : here.nodes;
    return nodes.map((source) => ({ by: "update", source, value: null, checkpoint_id, task_id: null }));
  }
  return before.writesTo(channel).map(({ node, task_id, value }) => ({
    by: "task",
    source: node,
    value: typeof value === "string" ? value : null,
    checkpoint_id,
    task_id,
  }));
}

/** Where each task of a superstep went, by the name of its node. */
function picksOf(moment: Moment): WhyFacts["before"] {
  const picks = new Map<string, Set<string>>();
  const nodes = new Map(moment.tasks.map((task) => [moment.idOf(task), task.name]));
  for (const name of nodes.values()) picks.set(name, new Set());
  for (const { task_id, channel, value } of moment.writes) {
    const targets = picks.get(nodes.get(task_id) ?? "");
    if (targets === undefined) continue;
    if (channel.startsWith(BRANCH)) targets.add(channel.slice(BRANCH.length));
    else if (channel.startsWith(JOIN)) targets.add(channel.slice(channel.lastIndexOf(":") + 1));
    else if (channel === SENDS) for (const packet of sentPackets([value])) targets.add(packet.node);
  }
  return [...picks].map(([node, targets]) => ({ node, targets: [...targets] }));
}

/** The checkpoint whose tasks led to this one; copies that a replay made lead to that of their original. */
async function stepBefore(moment: Moment): Promise<Moment | null> {
  let here = moment;
  for (let back = 0; back < MAX_BACK; back++) {
    const before = await here.before();
    if (before === null || here.source === "input" || here.source === "update") return null;
    if (here.source === "loop" || JSON.stringify(before.checkpoint.channel_versions) !== JSON.stringify(here.checkpoint.channel_versions))
      return before;
    here = before;
  }
  return null;
}

/** The packets of a checkpoint with the tasks that sent them: equal ones are told apart by their order. */
async function sendersOf(moment: Moment): Promise<WriteFacts[]> {
  const before = await stepBefore(moment);
  const sent = (before?.writesTo(SENDS) ?? []).map((write) => ({ ...write, text: JSON.stringify(sentPackets([write.value])[0]) }));
  const list = sentPackets(moment.control.channel_values[SENDS]).filter(({ node }) => node !== "");
  const fromOutside = moment.writes.some(({ task_id, channel }) => task_id === NO_TASK && channel === SENDS);
  return list.map((packet): WriteFacts => {
    const index = sent.findIndex(({ text }) => text === JSON.stringify(packet));
    const [write] = index === -1 ? [] : sent.splice(index, 1);
    const checkpoint_id = moment.checkpoint.id;
    if (write !== undefined) return { by: "task", source: write.node, value: null, checkpoint_id, task_id: write.task_id };
    const by = fromOutside ? "command" : moment.source === "update" ? "update" : "unknown";
    return { by, source: by === "update" ? (moment.nodes[0] ?? null) : null, value: null, checkpoint_id, task_id: null };
  });
}

/** Trigger channels of a node that the checkpoint has a trace of and that did not open. */
function waitingAt(moment: Moment, node: string): WhyFacts["waiting"] {
  const { channel_values, channel_versions } = moment.checkpoint;
  const ready = new Set(moment.triggers(node));
  const names = new Set([...Object.keys(channel_values), ...Object.keys(channel_versions)]);
  return [...names].flatMap((channel) => {
    const leadsHere = channel === `${BRANCH}${node}` || (channel.startsWith(JOIN) && channel.endsWith(`:${node}`));
    if (!leadsHere || ready.has(channel)) return [];
    const value = channel_values[channel];
    const { names: arrived, finished } = arrivals(value);
    return [{ channel, arrived, finished: channel in channel_values ? finished : null }];
  });
}

async function triggerFacts(moment: Moment, node: string): Promise<TriggerFacts[]> {
  const facts: TriggerFacts[] = [];
  for (const channel of moment.triggers(node)) {
    const { channel_versions, versions_seen } = moment.checkpoint;
    const writes = await writersOf(moment, channel);
    facts.push({ channel, version: versionOf(channel_versions[channel]), seen: versionOf(versions_seen[node]?.[channel]), writes });
  }
  return facts;
}

async function taskFacts(moment: Moment, node: string): Promise<WhyFacts["tasks"]> {
  const tasks: WhyFacts["tasks"] = [];
  const senders = moment.tasks.some(({ kind }) => kind === "push") ? await sendersOf(moment) : [];
  const triggers = await triggerFacts(moment, node);
  let packet = 0;
  for (const task of moment.tasks) {
    const sender = task.kind === "push" ? senders[packet++] : undefined;
    if (task.name !== node) continue;
    const task_id = moment.idOf(task);
    if (task.kind === "pull") tasks.push({ task_id, kind: "pull", triggers });
    else {
      const version = versionOf(moment.checkpoint.channel_versions[SENDS]);
      const writes = sender === undefined ? [] : [sender];
      tasks.push({ task_id, kind: "push", input: storedToDisplayJson(task.input), triggers: [{ channel: SENDS, version, seen: null, writes }] });
    }
  }
  return tasks;
}

/**
 * What the rows know about why a node runs, or does not, in the superstep that starts from a checkpoint. Null when there
 * is no such checkpoint. Throws `checkpoint_damaged` for a row that cannot be read.
 */
export function readWhyFacts(
  store: Store,
  query: { thread_id: string; checkpoint_ns: string; checkpoint_id: string; node: string },
): Promise<WhyFacts | null> {
  const place = { thread_id: query.thread_id, checkpoint_ns: query.checkpoint_ns };
  return withStorageErrorsAsync(async () => {
    const moment = await Moment.read(store, place, query.checkpoint_id);
    if (moment === null) return null;
    const before = await stepBefore(moment);
    return {
      tasks: await taskFacts(moment, query.node),
      waiting: waitingAt(moment, query.node),
      next: [...new Set(moment.tasks.map((task) => task.name))],
      before: before === null ? moment.nodes.map((node) => ({ node, targets: [] })) : picksOf(before),
    };
  });
}
