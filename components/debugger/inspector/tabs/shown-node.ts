import { toNodePrefix } from "@/lib/graph/visits";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription, GraphNode } from "@/lib/schema/graph";

/** The node that the Node and Code tabs are about: the selected one, else what ran in this step, else what runs next. */
export function shownNode(description: GraphDescription | null, nodeId: string | null, entry: TimelineEntry): GraphNode | null {
  const byId = new Map((description?.nodes ?? []).map((node) => [node.id, node]));
  const prefix = toNodePrefix(entry.checkpoint_ns);
  for (const id of [nodeId, ...[...entry.nodes, ...entry.next].map((name) => prefix + name)]) {
    const node = id === null ? undefined : byId.get(id);
    if (node !== undefined && (id === nodeId || (node.kind !== "start" && node.kind !== "end"))) return node;
  }
  return null;
}
