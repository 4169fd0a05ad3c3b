import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { asList, isBag, type Bag, type PregelLike } from "./langgraph";

/** One write of a task: a channel and the value for it. */
export type Write = [channel: string, value: unknown];

/** A task of the superstep that starts from a checkpoint. */
export type DueTask = {
  id: string;
  name: string;
  /** What it wrote, when it has come to its end already; null while it is still to run. */
  writes: Write[] | null;
  /** The packet that asked for it, for an instance of a `Send`. */
  packet: unknown;
};

/** Writes that say how a task fares, not what it came to. */
const CONTROL = new Set(["__error__", "__error_source_node__", "__interrupt__", "__resume__", "__scheduled__"]);
const PACKETS = "__pregel_tasks";

function packetOf(tuple: CheckpointTuple, path: readonly unknown[]): unknown {
  const [kind, index] = path;
  return kind === "__pregel_push" ? asList(tuple.checkpoint.channel_values[PACKETS])[Number(index)] : null;
}

/** A checkpoint that the thread has moved past runs all of its tasks again, LangGraph ignores what they came to then. */
async function isNewest(saver: BaseCheckpointSaver, { thread_id, checkpoint_ns }: Bag, tuple: CheckpointTuple): Promise<boolean> {
  const newest = await saver.getTuple({ configurable: { thread_id, checkpoint_ns } });
  return newest?.checkpoint.id === tuple.checkpoint.id;
}

/** The tasks that are next at a checkpoint, with what those that are done wrote. `configurable` names the checkpoint. */
export async function dueTasks(saver: BaseCheckpointSaver, graph: PregelLike, configurable: Bag, tuple: CheckpointTuple): Promise<DueTask[]> {
  const stored = (await isNewest(saver, configurable, tuple)) ? (tuple.pendingWrites ?? []) : [];
  // With a saver lent to it, a subgraph answers for itself.
  const snapshot = await graph.getState({ configurable: { ...configurable, __pregel_checkpointer: saver } });
  return snapshot.tasks.map(({ id, name, path }) => {
    const own = stored.filter(([taskId]) => taskId === id);
    const isDone = own.some(([, channel]) => !CONTROL.has(channel));
    const writes = own.flatMap(([, channel, value]): Write[] => (CONTROL.has(channel) ? [] : [[channel, value]]));
    return { id, name, writes: isDone ? writes : null, packet: packetOf(tuple, path ?? []) };
  });
}

/** A channel that forgets its value with the next superstep, whoever runs in it. */
export function isEphemeral(graph: PregelLike, channel: string): boolean {
  const spec = graph.channels[channel];
  return isBag(spec) && spec["lc_graph_name"] === "EphemeralValue";
}

/** What keeps a task next when another superstep is written: it is asked for once more. */
export function askAgain(graph: PregelLike, tuple: CheckpointTuple, task: DueTask): Write[] {
  if (task.packet !== null) return [[PACKETS, task.packet]];
  const values = tuple.checkpoint.channel_values;
  const triggers = graph.nodes[task.name]?.triggers ?? [];
  return triggers.flatMap((channel): Write[] => (isEphemeral(graph, channel) && Object.hasOwn(values, channel) ? [[channel, values[channel]]] : []));
}
