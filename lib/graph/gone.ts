import type { RevisionReport } from "../schema/explain";
import type { GraphDescription } from "../schema/graph";
import { drawnPrefix } from "./why";

type Blocker = RevisionReport["blockers"][number];

/** What a checkpoint needs of its workflow to go on. */
export type Needs = { checkpoint_ns: string; next: readonly string[] };

/**
 * Nodes that run next at a checkpoint and that the workflow does not have, by their drawn ids. A subgraph whose inside is
 * not drawn (a node calls it from its code) is not known, and none of its nodes counts as gone.
 */
export function goneNodes(needs: Needs, now: Pick<GraphDescription, "nodes">): string[] {
  const prefix = drawnPrefix(needs.checkpoint_ns);
  const ids = new Set(now.nodes.map(({ id }) => id));
  if (prefix !== "" && ![...ids].some((id) => id.startsWith(prefix))) return [];
  return [...new Set(needs.next)].filter((name) => !name.startsWith("__")).flatMap((name) => (ids.has(prefix + name) ? [] : [prefix + name]));
}

/** Channels that hold something and that the workflow does not have. Only known for the workflow's own state. */
export function goneChannels(checkpointNs: string, channels: readonly string[], now: Pick<GraphDescription, "api" | "channels">): string[] {
  if (checkpointNs !== "" || now.api !== "graph" || now.channels.length === 0) return [];
  const names = new Set(now.channels.map(({ name }) => name));
  return channels.filter((name) => !names.has(name));
}

export function nodeBlocker(node: string): Blocker {
  const message = `The workflow has no node "${node}" any more, and it runs next here. LangGraph would run nothing in its place, without a word.`;
  return { kind: "node_gone", name: node, message };
}

export function channelBlocker(channel: string): Blocker {
  const message = `The workflow has no channel "${channel}" any more. What it holds would vanish with the next step, without a word.`;
  return { kind: "channel_gone", name: channel, message };
}
