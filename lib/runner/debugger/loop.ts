import type { Channels } from "../../expression/scope";
import type { Value } from "../../expression/value";
import { toDisplayJson } from "../../store/display";
import { isInternalChannel } from "../../store/raw-checkpoint";
import { asList, isBag, type Bag } from "../langgraph";

type Version = number | string;

export type ChannelLike = { isAvailable(): boolean; get(): unknown };

/** One node's execution in LangGraph's loop. */
export type TaskLike = { name: string; writes: readonly (readonly [string, unknown])[]; config?: { tags?: readonly string[] } };

/** What LangGraph is given as the names to stop at. */
export type StopNames = readonly string[] | "*";

/**
 * LangGraph's loop over the supersteps of one graph, as far as it is looked at here. Its `interruptBefore` and
 * `interruptAfter` are asked by `shouldInterrupt`: after a superstep with its tasks, then before the next with its tasks.
 */
export type LoopLike = {
  config: { configurable?: Bag };
  checkpoint: {
    id: string;
    channel_versions: Record<string, Version | null>;
    versions_seen: Record<string, Record<string, Version> | undefined>;
  };
  channels: Record<string, ChannelLike>;
  tasks: Record<string, TaskLike>;
  /** Missing for a graph that saves nothing: it cannot go on from where it stopped. */
  checkpointer?: unknown;
  interruptBefore?: unknown;
  interruptAfter?: unknown;
};

/** Tells a loop by its shape, whichever copy of LangGraph made it. */
export function isLoop(value: unknown): value is LoopLike {
  if (!isBag(value)) return false;
  const { config, checkpoint, channels, tasks } = value;
  return isBag(config) && isBag(checkpoint) && isBag(checkpoint["channel_versions"]) && isBag(channels) && isBag(tasks);
}

/** The run that a loop belongs to: LangChain hands `configurable` down to subgraphs, those called by a node's code too. */
export function runIdOf(loop: unknown): string | null {
  const config = isBag(loop) ? loop["config"] : undefined;
  const configurable = isBag(config) ? config["configurable"] : undefined;
  const runId = isBag(configurable) ? configurable["run_id"] : undefined;
  return typeof runId === "string" ? runId : null;
}

/** The namespace that a loop saves under, `""` for the workflow itself. */
export function namespaceOf(loop: LoopLike): string {
  const namespace = loop.config.configurable?.["checkpoint_ns"];
  return typeof namespace === "string" ? namespace : "";
}

/** The names of `interruptBefore` or `interruptAfter` as the workflow or the request has them. */
export function stopNames(value: unknown): StopNames {
  return value === "*" ? value : asList(value).filter((name) => typeof name === "string");
}

/** LangGraph's own rule: a graph is stopped only where something is new since it last went on. */
export function hasNews({ checkpoint }: LoopLike): boolean {
  const seen = checkpoint.versions_seen["__interrupt__"] ?? {};
  return Object.entries(checkpoint.channel_versions).some(([channel, version]) => version !== null && isNewer(version, seen[channel]));
}

function isNewer(version: Version, seen: Version | undefined): boolean {
  return seen === undefined || version > seen;
}

/** A person's nodes: LangGraph adds hidden ones, such as the one that takes the input. */
export function isVisible(task: TaskLike): boolean {
  return task.name !== "__start__" && task.config?.tags?.includes("langsmith:hidden") !== true;
}

/** Names of the channels that hold state. */
export function stateChannels(channels: object): string[] {
  return Object.keys(channels).filter((name) => !isInternalChannel(name));
}

/** A channel's value as it is, undefined for one without. */
export function rawValue(channel: ChannelLike | undefined): unknown {
  return channel?.isAvailable() === true ? channel.get() : undefined;
}

/** Values of any kind for expressions; each is converted once, when it is first asked for. */
export function channelsOf(names: readonly string[], raw: (name: string) => unknown): Channels {
  const converted = new Map<string, Value>();
  return {
    names,
    read(name) {
      if (converted.has(name)) return converted.get(name);
      const value = raw(name);
      const json = value === undefined ? undefined : toDisplayJson(value);
      converted.set(name, json);
      return json;
    },
  };
}

/** What a task wrote to the state, the last write to each channel. */
export function updateOf(task: TaskLike): Channels {
  const written = new Map(task.writes.filter(([channel]) => !isInternalChannel(channel)));
  return channelsOf([...written.keys()], (name) => written.get(name));
}
