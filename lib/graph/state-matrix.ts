import type { SourceChannel, SourceGraph, SourceNode } from "../schema/source";

/** What a node does with a channel: `unknown` where its code was not found. */
export type Access = "reads" | "writes" | "both" | "unknown" | null;
export type StateMatrix = { nodes: string[]; rows: { channel: SourceChannel; access: Access[] }[] };

/** The graphs of a file, by which a subgraph in it is known. */
export type Graphs = { file: string; graphs: readonly SourceGraph[] };

/** Who reads and who writes each channel of the state. A subgraph of the same file does what its nodes do to the channels that both have. */
export function toStateMatrix(graph: Pick<SourceGraph, "nodes" | "channels">, all: Graphs): StateMatrix {
  const used = graph.nodes.map((node) => usedBy(node, all));
  return {
    nodes: graph.nodes.map(({ name }) => name),
    rows: graph.channels.map((channel) => ({ channel, access: used.map((each) => accessOf(each, channel.name)) })),
  };
}

type Used = Pick<SourceNode, "reads" | "writes">;

/** The channels that a node reads and writes; those of a subgraph are what its nodes do to the channels that it has. */
export function usedBy(node: SourceNode, all: Graphs, above: readonly string[] = []): Used {
  const inside = node.subgraph?.file === all.file ? all.graphs.find(({ name }) => name === node.subgraph?.graph) : undefined;
  if (inside === undefined || node.reads !== null || above.includes(inside.name)) return node;
  const parts = inside.nodes.map((part) => usedBy(part, all, [...above, inside.name]));
  const join = (key: "reads" | "writes") =>
    parts.some((part) => part[key] === null) ? null : [...new Set(parts.flatMap((part) => part[key] ?? []))];
  return { reads: join("reads"), writes: join("writes") };
}

function accessOf({ reads, writes }: Used, channel: string): Access {
  const isRead = reads?.includes(channel) ?? false;
  const isWritten = writes?.includes(channel) ?? false;
  if (isRead && isWritten) return "both";
  if (isWritten) return "writes";
  if (isRead) return "reads";
  return reads === null || writes === null ? "unknown" : null;
}
