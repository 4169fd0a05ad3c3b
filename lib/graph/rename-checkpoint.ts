import type { GraphDescription } from "../schema/graph";
import { JOIN, joinEnd, joinStarts } from "./join-starts";

type Version = number | string;

/** The part of a checkpoint in which names of nodes and channels stand. Values are as they are stored. */
export type NamedCheckpoint = {
  channel_values: { [channel: string]: unknown };
  channel_versions: { [channel: string]: Version };
  versions_seen: { [node: string]: { [channel: string]: Version } };
};

/** What channels and nodes were called, by their new names. */
type FormerNames = { former_names: { channels: Record<string, string>; nodes: Record<string, string> } };

export type NewNames = { nodes: Readonly<Record<string, string>>; channels: Readonly<Record<string, string>> };

const BRANCH = "branch:to:";
const SENDS = "__pregel_tasks";

function renamed(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

/** Gives names of channels and values that stand in them their new form. */
export class Renamer {
  readonly #names: NewNames;
  readonly #knownNodes: readonly string[];
  /** Joins of the workflow as it is now, by what they wait for and open, in whatever order the code names the nodes. */
  readonly #joins: ReadonlyMap<string, string>;
  readonly #deferred: ReadonlySet<string>;

  constructor(names: NewNames, now: Pick<GraphDescription, "nodes">, knownNodes: readonly string[]) {
    const own = now.nodes.filter(({ parent }) => parent === null);
    const nowNames = own.map(({ name }) => name);
    this.#names = names;
    this.#knownNodes = [...knownNodes, ...Object.keys(names.nodes)];
    this.#deferred = new Set(own.filter(({ defer }) => defer).map(({ name }) => name));
    const joins = own.flatMap(({ triggers }) => triggers.filter((channel) => channel.startsWith(JOIN)));
    this.#joins = new Map(joins.map((channel) => [joinKey(joinStarts(channel, nowNames), joinEnd(channel)), channel]));
  }

  node(name: string): string {
    return renamed(this.#names.nodes, name);
  }

  channel(name: string): string {
    if (name.startsWith(BRANCH)) return BRANCH + this.node(name.slice(BRANCH.length));
    if (!name.startsWith(JOIN)) return renamed(this.#names.channels, name);
    const starts = joinStarts(name, this.#knownNodes).map((start) => this.node(start));
    const end = this.node(joinEnd(name));
    return this.#joins.get(joinKey(starts, end)) ?? `${JOIN}${starts.join("+")}:${end}`;
  }

  /** A value of the channel `name` (its old name), or of a write to it. */
  value(name: string, value: unknown): unknown {
    if (name === SENDS) return this.#packets(value);
    if (name.startsWith(JOIN)) return this.#arrived(value);
    if (!name.startsWith(BRANCH)) return value;
    return typeof value === "string" ? this.node(value) : value;
  }

  /** A branch channel's stored value in the form that the node has now: one that is deferred keeps `[value, finished]`. */
  stored(name: string, value: unknown): unknown {
    if (!name.startsWith(BRANCH)) return this.value(name, value);
    const pair = Array.isArray(value) && value.length === 2 && typeof value[1] === "boolean" ? value : null;
    const inner = this.value(name, pair === null ? value : pair[0]);
    if (!this.#deferred.has(this.node(name.slice(BRANCH.length)))) return inner;
    return [inner, pair === null ? true : pair[1]];
  }

  #packets(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#packets(item));
    if (typeof value !== "object" || value === null || !("node" in value) || typeof value.node !== "string") return value;
    return { ...value, node: this.node(value.node) };
  }

  #arrived(value: unknown): unknown {
    if (typeof value === "string") return this.node(value);
    return Array.isArray(value) ? value.map((item) => this.#arrived(item)) : value;
  }
}

function joinKey(starts: readonly string[], end: string): string {
  return JSON.stringify([[...starts].sort(), end]);
}

function newer(a: Version | undefined, b: Version): Version {
  return a === undefined || b > a ? b : a;
}

function mergeVersions(entries: readonly (readonly [string, Version])[]): { [channel: string]: Version } {
  const merged = new Map<string, Version>();
  for (const [channel, version] of entries) merged.set(channel, newer(merged.get(channel), version));
  return Object.fromEntries(merged);
}

/** In the same order, which is that of the tasks. Where one takes over another's channel, what was renamed counts: it is what is due. */
function renamedValues(values: NamedCheckpoint["channel_values"], renamer: Renamer): NamedCheckpoint["channel_values"] {
  const result = new Map<string, unknown>();
  for (const [name, value] of Object.entries(values)) {
    const channel = renamer.channel(name);
    if (channel !== name || !result.has(channel)) result.set(channel, renamer.stored(name, value));
  }
  return Object.fromEntries(result);
}

/**
 * The checkpoint with its nodes and channels under their new names: what is due stays due, what was seen stays seen. A node
 * that takes over from another and was there itself keeps what it has seen, so that what is due for the other one is due
 * for it.
 */
export function renameCheckpoint(checkpoint: NamedCheckpoint, renamer: Renamer): NamedCheckpoint & FormerNames {
  const names = [...new Set([...Object.keys(checkpoint.channel_values), ...Object.keys(checkpoint.channel_versions)])];
  const changed = names.filter((name) => renamer.channel(name) !== name);
  const seen = new Map<string, { [channel: string]: Version }>();
  const byAge = Object.entries(checkpoint.versions_seen).sort(([a], [b]) => Number(renamer.node(a) === a) - Number(renamer.node(b) === b));
  // Those that keep their name come last and win.
  for (const [node, versions] of byAge) {
    const own = Object.entries(versions).map(([channel, version]) => [renamer.channel(channel), version] as const);
    seen.set(renamer.node(node), Object.fromEntries(own));
  }
  return {
    channel_values: renamedValues(checkpoint.channel_values, renamer),
    channel_versions: mergeVersions(Object.entries(checkpoint.channel_versions).map(([name, version]) => [renamer.channel(name), version])),
    versions_seen: Object.fromEntries(seen),
    // By the new name, so that whoever looks for a writer finds the old one.
    former_names: {
      channels: Object.fromEntries(changed.map((name) => [renamer.channel(name), name])),
      nodes: Object.fromEntries(
        Object.keys(checkpoint.versions_seen).flatMap((name) => (renamer.node(name) === name ? [] : [[renamer.node(name), name]])),
      ),
    },
  };
}
