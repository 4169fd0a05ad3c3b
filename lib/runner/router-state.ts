import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { RetrographError } from "../errors";
import type { Store } from "../store/open";
import { readEntryTasks, type EntryTasks } from "../store/entry-tasks";
import { isBag, type Bag, type PregelLike } from "./langgraph";

/** A channel of whichever copy of LangGraph the project has. */
type ChannelLike = Bag & {
  fromCheckpoint(value: unknown): ChannelLike;
  update(values: unknown[]): boolean;
  get(): unknown;
};

export type Place = { thread_id: string; checkpoint_ns: string; checkpoint_id: string };

/** What a router of a node was given, once per task of the node; `task_id` null for a node that did not run there. */
export type RouterState = { task_id: string | null; checkpoint_id: string; state: unknown };

function isChannel(value: unknown): value is ChannelLike {
  return isBag(value) && ["fromCheckpoint", "update", "get"].every((name) => typeof value[name] === "function");
}

function isDelta(channel: ChannelLike): boolean {
  return channel["lc_graph_name"] === "DeltaChannel";
}

/** Copies that a replay made have their original's tasks; an update was made by no task. */
function tasksBefore(store: Store, place: Place, node: string): { before: EntryTasks; tasks: string[] } | null {
  let here = readEntryTasks(store, place);
  const seen = new Set<string>();
  while (
    here !== null &&
    here.parent_checkpoint_id !== null &&
    here.source !== "update" &&
    here.source !== "input" &&
    !seen.has(here.checkpoint_id)
  ) {
    seen.add(here.checkpoint_id);
    const before = readEntryTasks(store, { ...place, checkpoint_id: here.parent_checkpoint_id });
    if (before === null) return null;
    const tasks = before.tasks.filter(({ name }) => name === node).map(({ id }) => id);
    if (tasks.length > 0) return { before, tasks };
    if (here.source !== "fork") return null;
    here = before;
  }
  return null;
}

/** The state channels as they stood at a checkpoint. */
async function readChannels(saver: BaseCheckpointSaver, graph: PregelLike, tuple: CheckpointTuple): Promise<Map<string, ChannelLike>> {
  const { channel_values, channel_versions } = tuple.checkpoint;
  const channels = new Map<string, ChannelLike>();
  for (const [name, channel] of Object.entries(graph.channels)) {
    if (!isChannel(channel)) continue;
    const isReplayed = isDelta(channel) && !Object.hasOwn(channel_values, name) && channel_versions[name] !== undefined;
    channels.set(name, isReplayed ? await replayed(saver, tuple, name, channel) : channel.fromCheckpoint(channel_values[name]));
  }
  return channels;
}

/** A channel that is kept as differences, put together from those before the checkpoint. */
async function replayed(saver: BaseCheckpointSaver, tuple: CheckpointTuple, name: string, channel: ChannelLike): Promise<ChannelLike> {
  const history = (await saver.getDeltaChannelHistory({ config: tuple.config, channels: [name] }))[name];
  if (history === undefined) return channel.fromCheckpoint(undefined);
  const seeded = channel.fromCheckpoint(history.seed);
  if (typeof seeded["replayWrites"] === "function") Reflect.apply(seeded["replayWrites"], seeded, [history.writes]);
  return seeded;
}

/** What a router reads: every channel that has a value, or the one channel of a state without names. */
function readState(graph: PregelLike, channels: ReadonlyMap<string, ChannelLike>): unknown {
  const own: Bag = { ...graph };
  const streamed = own["streamChannels"] ?? graph.outputChannels;
  if (typeof streamed === "string") return valueOf(channels.get(streamed))?.value;
  const names = Array.isArray(streamed) ? streamed.map(String) : [...channels.keys()];
  return Object.fromEntries(
    names.flatMap((name) => {
      const read = valueOf(channels.get(name));
      return read === null ? [] : [[name, read.value]];
    }),
  );
}

function valueOf(channel: ChannelLike | undefined): { value: unknown } | null {
  try {
    return channel === undefined ? null : { value: channel.get() };
  } catch {
    // An empty channel says so by throwing.
    return null;
  }
}

async function requireTuple(saver: BaseCheckpointSaver, place: Place): Promise<CheckpointTuple> {
  const tuple = await saver.getTuple({ configurable: { ...place } });
  if (tuple !== undefined) return tuple;
  const { checkpoint_id } = place;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpoint_id}. It may have been deleted.`, { checkpoint_id });
}

/**
 * What the routers of a node read when the step that led to a checkpoint ran: the state before it with the task's own
 * writes, without those of nodes that ran beside it. For a node that did not run in that step, the checkpoint's state.
 */
export async function routerStates(
  context: { store: Store; saver: BaseCheckpointSaver },
  graph: PregelLike,
  place: Place,
  node: string,
): Promise<RouterState[]> {
  const { store, saver } = context;
  const found = tasksBefore(store, place, node);
  if (found === null) {
    const channels = await readChannels(saver, graph, await requireTuple(saver, place));
    return [{ task_id: null, checkpoint_id: place.checkpoint_id, state: readState(graph, channels) }];
  }
  const checkpoint_id = found.before.checkpoint_id;
  const tuple = await requireTuple(saver, { ...place, checkpoint_id });
  const states: RouterState[] = [];
  for (const task_id of found.tasks) {
    const channels = await readChannels(saver, graph, tuple);
    const writes = new Map<string, unknown[]>();
    for (const [id, channel, value] of tuple.pendingWrites ?? []) {
      if (id === task_id && channels.has(channel)) writes.set(channel, [...(writes.get(channel) ?? []), value]);
    }
    // The channels are this task's own: LangGraph too gives each router a read of its own.
    for (const [name, values] of writes) channels.get(name)?.update(values);
    states.push({ task_id, checkpoint_id, state: readState(graph, channels) });
  }
  return states;
}
