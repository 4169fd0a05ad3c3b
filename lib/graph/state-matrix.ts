import type { SourceChannel, SourceGraph, SourceNode } from "../schema/source";

/** What a node does with a channel: `unknown` where its code was not found. */
export type Access = "reads" | "writes" | "both" | "unknown" | null;
export type StateMatrix = { nodes: string[]; rows: { channel: SourceChannel; access: Access[] }[] };

/** Who reads and who writes each channel of the state. */
export function toStateMatrix(graph: Pick<SourceGraph, "nodes" | "channels">): StateMatrix {
  return {
    nodes: graph.nodes.map(({ name }) => name),
    rows: graph.channels.map((channel) => ({ channel, access: graph.nodes.map((node) => accessOf(node, channel.name)) })),
  };
}

function accessOf({ reads, writes }: SourceNode, channel: string): Access {
  const isRead = reads?.includes(channel) ?? false;
  const isWritten = writes?.includes(channel) ?? false;
  if (isRead && isWritten) return "both";
  if (isWritten) return "writes";
  if (isRead) return "reads";
  return reads === null || writes === null ? "unknown" : null;
}
