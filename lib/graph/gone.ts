import type { RevisionReport } from "../schema/explain";
import type { GraphDescription } from "../schema/graph";
import { levelDescription, nodeOfNamespace } from "./levels";

type Blocker = RevisionReport["blockers"][number];

/** True when a run that goes on from here may enter a subgraph. */
export function entersSubgraph(next: readonly string[], now: GraphDescription): boolean {
  return now.nodes.some(({ id, kind }) => kind === "subgraph" && next.includes(id));
}

/** What a checkpoint needs of its workflow to go on. */
export type Needs = { checkpoint_ns: string; next: readonly string[] };

/**
 * Nodes that run next at a checkpoint and that the workflow does not have, by their drawn ids. A subgraph whose inside is
 * not drawn (a node calls it from its code) is not known, and none of its nodes counts as gone.
 */
export function goneNodes(needs: Needs, now: GraphDescription): string[] {
  const own = levelDescription(now, needs.checkpoint_ns);
  if (own.nodes.length === 0) return [];
  const ids = new Set(own.nodes.map(({ id }) => id));
  const gone = [...new Set(needs.next)].filter((name) => !name.startsWith("__") && !ids.has(name));
  return needs.checkpoint_ns === "" ? gone : gone.map((name) => `${nodeOfNamespace(needs.checkpoint_ns)}:${name}`);
}

/** Channels that hold something and that the graph does not have; none for a graph whose channels are not known. */
export function goneChannels(checkpointNs: string, channels: readonly string[], now: GraphDescription): string[] {
  const own = levelDescription(now, checkpointNs).channels;
  if (now.api !== "graph" || own.length === 0) return [];
  const names = new Set(own.map(({ name }) => name));
  return channels.filter((name) => !names.has(name));
}

export function nodeBlocker(node: string): Blocker {
  const message = `The workflow has no node "${node}" any more, and it runs next here. LangGraph would run nothing in its place, without a word.`;
  return { kind: "node_gone", name: node, message };
}

/** Of a node inside of a subgraph that the run would enter where it stands. */
export function innerBlocker(node: string): Blocker {
  const around = node.slice(0, node.lastIndexOf(":"));
  const message = `The subgraph ${around} has stopped before its node "${node.slice(around.length + 1)}", which it does not have any more. LangGraph would leave out the rest of the subgraph, without a word. Fork this checkpoint: in the fork the subgraph starts anew.`;
  return { kind: "node_gone", name: node, message };
}

export function channelBlocker(channel: string): Blocker {
  const message = `The workflow has no channel "${channel}" any more. What it holds would vanish with the next step, without a word.`;
  return { kind: "channel_gone", name: channel, message };
}
