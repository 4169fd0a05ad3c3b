import type { Channels, Scope } from "../../expression/scope";
import { nodesAround } from "../graph-inside";
import { channelsOf, namespaceOf, rawValue, stateChannels, updateOf, type LoopLike, type TaskLike } from "./loop";

type Before = { versions: ReadonlyMap<string, unknown>; values: ReadonlyMap<string, unknown> };

/** One graph's loop in a run that is debugged: the workflow itself, or one execution of a subgraph. */
export class Level {
  readonly loop: LoopLike;
  readonly namespace: string;
  readonly path: readonly string[];
  /** State channels of this graph. */
  readonly channels: readonly string[];
  /** Supersteps with a visible node that this run has executed here. */
  completed = 0;
  /** Whether each condition held after the last superstep, by breakpoint. */
  readonly held = new Map<string, boolean>();
  /** What the conditions that are asked together see: a large value is converted once for all of them. */
  #state: Channels | null = null;
  #previous: Channels | null = null;
  #before: Before = { versions: new Map(), values: new Map() };

  constructor(loop: LoopLike) {
    this.loop = loop;
    this.namespace = namespaceOf(loop);
    this.path = nodesAround(this.namespace);
    this.channels = stateChannels(loop.channels);
  }

  /** The id that the node is drawn with: `child:inner` for a subgraph's. */
  drawnId(task: TaskLike): string {
    return [...this.path, task.name].join(":");
  }

  /** Has conditions see the state as it is from now on. */
  look(): void {
    this.#state = null;
    this.#previous = null;
  }

  /** Remembers how the channels are before a superstep: versions of all, values of those that a condition compares with. */
  remember(compared: readonly string[]): void {
    const { channels, checkpoint } = this.loop;
    this.#before = {
      versions: new Map(this.channels.map((name) => [name, checkpoint.channel_versions[name]])),
      values: new Map(compared.filter((name) => this.channels.includes(name)).map((name) => [name, rawValue(channels[name])])),
    };
  }

  /** Did the last superstep give the channel a new value? */
  changed(channel: string): boolean {
    return this.channels.includes(channel) && this.loop.checkpoint.channel_versions[channel] !== this.#before.versions.get(channel);
  }

  /** The state as it was at the last look; after a superstep also the one before it and, where one node is meant, what that wrote. */
  scope(after: { task: TaskLike | null } | null): Scope {
    const { values } = this.#before;
    const state = (this.#state ??= channelsOf(this.channels, (name) => rawValue(this.loop.channels[name])));
    if (after === null) return { state };
    const previous = (this.#previous ??= channelsOf(this.channels, (name) => values.get(name)));
    return after.task === null ? { state, previous } : { state, previous, update: updateOf(after.task) };
  }
}
