import type { Channel, GraphDescription } from "../schema/graph";
import { nodeOfNamespace } from "./levels";

type Described = Pick<GraphDescription, "nodes" | "channels">;

/** State channels of the graph that runs in a namespace; those of the workflow where a subgraph's are not known. */
export function channelsOfLevel({ nodes, channels }: Described, checkpointNs: string): Channel[] {
  if (checkpointNs === "") return channels;
  const frame = nodeOfNamespace(checkpointNs);
  return nodes.find(({ id }) => id === frame)?.channels ?? channels;
}

/** Names of the channels of the workflow and all of its subgraphs, its own first. */
export function channelNames({ nodes, channels }: Described): string[] {
  return [...new Set([...channels, ...nodes.flatMap((node) => node.channels ?? [])].map(({ name }) => name))];
}
