import type { RawCheckpoint, Version } from "./raw-checkpoint";
import { taskUuid } from "./task-uuid";

/** The part of a checkpoint that decides what runs next; a live one of LangGraph fits as well as a stored one. */
export type ControlState = Pick<RawCheckpoint, "id" | "channel_values" | "channel_versions" | "versions_seen">;

/** A task that the superstep after a checkpoint runs. A node that several channels trigger has one id per trigger: LangGraph takes the first. */
export type PendingTask = {
  name: string;
  ids: readonly [string, ...string[]];
  /** `push`: a packet of a `Send`, whose input as it is stored is `input`. */
  kind: "pull" | "push";
  input?: unknown;
};

const START = "__start__";
const SENDS = "__pregel_tasks";
const BRANCH = "branch:to:";
const JOIN = "join:";

function isNewer(version: Version | undefined, seen: Version | undefined): boolean {
  if (version === undefined) return false;
  return seen === undefined ? version !== 0 && version !== "" : version > seen;
}

/** `[value, finished]`: how a channel of a deferred node is stored. */
function asDeferred(value: unknown): { value: unknown; finished: boolean } | null {
  return Array.isArray(value) && value.length === 2 && typeof value[1] === "boolean" ? { value: value[0], finished: value[1] } : null;
}

function isStoredUndefined(value: unknown): boolean {
  return (
    value === undefined ||
    (typeof value === "object" && value !== null && "lc" in value && value.lc === 2 && "type" in value && value.type === "undefined")
  );
}

function branchIsReady(value: unknown): boolean {
  return asDeferred(value)?.finished ?? !isStoredUndefined(value);
}

/** A join is ready when every start has arrived. Node names may contain `+`, so the names are removed one by one instead of split. */
function joinIsReady(channel: string, value: unknown): boolean {
  const deferred = asDeferred(value);
  const arrived = deferred === null ? value : deferred.value;
  if (!Array.isArray(arrived) || arrived.length === 0 || deferred?.finished === false) return false;
  const starts = channel.slice(JOIN.length, channel.lastIndexOf(":"));
  const length = arrived.reduce((sum: number, name: unknown) => sum + String(name).length, arrived.length - 1);
  return length === starts.length && arrived.every((name: unknown) => starts.includes(String(name)));
}

/** What has arrived at a join or a deferred node's channel; `finished` is null for one that need not wait for the others to end. */
export function arrivals(value: unknown): { names: string[]; finished: boolean | null } {
  const deferred = asDeferred(value);
  const arrived = deferred === null ? value : deferred.value;
  return { names: Array.isArray(arrived) ? arrived.map(String) : [], finished: deferred?.finished ?? null };
}

/** Packets of `Send` as the channel stores them. */
export function sentPackets(value: unknown): { node: string; input: unknown }[] {
  if (!Array.isArray(value)) return [];
  const isUnique = value.length === 2 && Array.isArray(value[0]) && Array.isArray(value[1]);
  const packets: unknown[] = isUnique && Array.isArray(value[1]) ? value[1] : value;
  return packets.map((packet) => {
    if (typeof packet !== "object" || packet === null || !("node" in packet)) return { node: "", input: null };
    return { node: String(packet.node), input: "args" in packet ? packet.args : null };
  });
}

/** Which node each ready channel triggers, in the order in which LangGraph keeps them. */
export function readyTriggers(checkpoint: ControlState, startNode = START): Map<string, string[]> {
  const triggers = new Map<string, string[]>();
  const add = (node: string, channel: string, ready: boolean) => {
    if (!ready || !isNewer(checkpoint.channel_versions[channel], checkpoint.versions_seen[node]?.[channel])) return;
    triggers.set(node, [...(triggers.get(node) ?? []), channel]);
  };
  for (const [channel, value] of Object.entries(checkpoint.channel_values)) {
    if (channel === START) add(startNode, channel, !isStoredUndefined(value));
    else if (channel.startsWith(BRANCH)) add(channel.slice(BRANCH.length), channel, branchIsReady(value));
    else if (channel.startsWith(JOIN)) add(channel.slice(channel.lastIndexOf(":") + 1), channel, joinIsReady(channel, value));
  }
  return triggers;
}

function arrive(value: unknown, start: unknown): unknown {
  const arrived: unknown[] = Array.isArray(value) ? value : [];
  return [...arrived.filter((name) => name !== start), start];
}

/**
 * The checkpoint as LangGraph reads it after a `Command` was sent to it: its `goto` is kept as writes of no task, which
 * open the same channels that edges do. Versions stay as they are.
 */
export function withGoto(checkpoint: RawCheckpoint, writes: readonly { channel: string; value: unknown }[]): RawCheckpoint {
  const values = { ...checkpoint.channel_values };
  const packets = writes.filter(({ channel }) => channel === SENDS).map(({ value }) => value);
  if (packets.length > 0) values[SENDS] = packets;
  for (const { channel, value } of writes) {
    if (channel.startsWith(BRANCH)) values[channel] = value;
    else if (channel.startsWith(JOIN)) values[channel] = arrive(values[channel], value);
  }
  return { ...checkpoint, channel_values: values };
}

/**
 * Names of the nodes that run after a checkpoint: packets of `Send` first, then triggered nodes. `startNode` is the
 * node that takes the input: `__start__`, or a functional entrypoint's own name.
 */
export function nextNodes(checkpoint: ControlState, startNode = START): string[] {
  return [
    ...sentPackets(checkpoint.channel_values[SENDS]).flatMap(({ node }) => (node === "" ? [] : [node])),
    ...readyTriggers(checkpoint, startNode).keys(),
  ];
}

/**
 * The tasks that run after a checkpoint, with the ids that LangGraph gives them: a UUIDv5 of where and why they run
 * under the checkpoint's id. `step` is the checkpoint's own.
 */
export function pendingTasks(checkpoint: ControlState, place: { checkpoint_ns: string; step: number; startNode?: string }): PendingTask[] {
  const step = String(place.step + 1);
  const namespaceOf = (node: string) => (place.checkpoint_ns === "" ? node : `${place.checkpoint_ns}|${node}`);
  const idOf = (node: string, ...why: unknown[]) => taskUuid(JSON.stringify([namespaceOf(node), step, node, ...why]), checkpoint.id);
  const sends = sentPackets(checkpoint.channel_values[SENDS]).flatMap(({ node, input }, index): PendingTask[] =>
    node === "" ? [] : [{ name: node, ids: [idOf(node, "__pregel_push", String(index))], kind: "push", input }],
  );
  const triggered = [...readyTriggers(checkpoint, place.startNode ?? START)].flatMap(([name, channels]): PendingTask[] => {
    const [first, ...rest] = channels.map((channel) => idOf(name, "__pregel_pull", [channel]));
    return first === undefined ? [] : [{ name, ids: [first, ...rest], kind: "pull" }];
  });
  return [...sends, ...triggered];
}
