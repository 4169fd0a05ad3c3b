import { compareChannelVersions } from "@langchain/langgraph-checkpoint";
import type { CheckpointSource, TimelineEntry } from "../schema/checkpoint";
import { nextNodes, type ControlState } from "./pending-tasks";
import { isInternalChannel, type Version } from "./raw-checkpoint";

/** What the index keeps of a checkpoint; whether tasks failed or wait is read from the writes when it is asked for. */
export type IndexEntry = Omit<TimelineEntry, "has_error" | "has_interrupt">;

type CheckpointFacts = {
  checkpoint_ns: string;
  parent_checkpoint_id: string | null;
  source: string | undefined;
  step: number | undefined;
  run_id: string | null;
  created_at: string;
  bytes: number;
  outer_checkpoint_id: string | null;
  checkpoint: ControlState;
};

/** What a checkpoint's entry takes over from its parent; `control` may be loaded only when it is needed. */
export type Parent = { next: readonly string[]; control: () => ControlState | null };

type Versions = Readonly<Record<string, Version>>;

function toSource(source: string | undefined): CheckpointSource {
  return source === "input" || source === "update" || source === "fork" ? source : "loop";
}

/** State channels whose version differs from the parent's. */
function changedSince(before: Versions, after: Versions): string[] {
  return Object.keys(after).filter((channel) => !isInternalChannel(channel) && after[channel] !== before[channel]);
}

/** Nodes that read something between two checkpoints: how a superstep is told where the parent's `next` does not say it. */
function seenSince(before: ControlState | null, after: ControlState): string[] {
  return Object.entries(after.versions_seen).flatMap(([node, versions]) => {
    if (node.startsWith("__") && node !== "__start__") return [];
    const earlier = before?.versions_seen[node];
    const isNew = earlier === undefined || Object.entries(versions).some(([channel, version]) => earlier[channel] !== version);
    return isNew ? [node] : [];
  });
}

/** The node that ran last, as LangGraph itself guesses the `as_node` of an update that names none; null when it is a tie. */
function lastNode(control: ControlState): string | null {
  const seen = Object.entries(control.versions_seen).flatMap(([node, versions]) =>
    node.startsWith("__") ? [] : Object.values(versions).map((version) => ({ node, version })),
  );
  seen.sort((a, b) => compareChannelVersions(b.version, a.version));
  const [latest] = seen;
  if (latest === undefined) return null;
  const tie = seen.some(({ node, version }) => node !== latest.node && compareChannelVersions(version, latest.version) === 0);
  return tie ? null : latest.node;
}

/** An update leaves a trace of its node only if the node never ran before; else it is the node that ran last. */
function updatedAs(parent: Parent | null, control: ControlState): string[] {
  const fresh = seenSince(parent?.control() ?? null, control);
  if (fresh.length > 0) return fresh;
  const last = lastNode(control);
  return last === null ? [] : [last];
}

/** The node that took the input: `__start__`, or a functional entrypoint's own name. */
export function inputNode(control: ControlState): string | null {
  const nodes = Object.keys(control.versions_seen).filter((node) => node !== "__interrupt__" && control.versions_seen[node]?.__start__ !== undefined);
  return nodes[0] ?? null;
}

function nodesOf(source: CheckpointSource, parent: Parent | null, control: ControlState, asNodes: readonly string[] | null): string[] {
  switch (source) {
    case "input":
      return [];
    case "update":
      return [...(asNodes ?? updatedAs(parent, control))];
    case "fork":
      return parent === null ? [] : seenSince(parent.control(), control);
    case "loop":
      if (parent === null || parent.next.length === 0) return seenSince(parent?.control() ?? null, control);
      return parent.next.map((name) => (name === "__start__" ? (inputNode(control) ?? name) : name));
  }
}

/**
 * The index entry of a checkpoint. `newVersions` are the channels that LangGraph says are new, where it says so;
 * `asNodes` the nodes of an update, where they are known; `startNode` the node that takes the input.
 */
export function toIndexEntry(
  facts: CheckpointFacts,
  parent: Parent | null,
  known: { newVersions?: Versions | null; asNodes?: readonly string[] | null; startNode?: string },
): IndexEntry {
  const { checkpoint: control } = facts;
  const source = toSource(facts.source);
  const told = source === "fork" ? null : (known.newVersions ?? null);
  return {
    checkpoint_id: control.id,
    parent_checkpoint_id: facts.parent_checkpoint_id,
    checkpoint_ns: facts.checkpoint_ns,
    ...(facts.outer_checkpoint_id === null ? {} : { outer_checkpoint_id: facts.outer_checkpoint_id }),
    source,
    step: facts.step ?? -1,
    run_id: facts.run_id,
    created_at: facts.created_at,
    next: nextNodes(control, known.startNode),
    nodes: nodesOf(source, parent, control, known.asNodes ?? null),
    changed: changedSince(told === null ? (parent?.control()?.channel_versions ?? {}) : {}, told ?? control.channel_versions),
    bytes: facts.bytes,
  };
}
