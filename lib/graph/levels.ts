import type { TimelineEntry } from "../schema/checkpoint";
import type { GraphDescription, GraphNode } from "../schema/graph";
import { subgraphPath } from "./subgraph-path";
import { buildTree, pathTo, type CheckpointTree } from "./tree";
import { toNodePrefix } from "./visits";

/** One execution of a subgraph: its namespace, the drawn id of its node, and its newest checkpoint. */
export type SubgraphRun = { checkpoint_ns: string; node: string; newest: TimelineEntry; checkpoints: number };

/** The namespaces around and with the given one, outermost first; empty for the workflow itself. */
export function enclosingNamespaces(checkpointNs: string): string[] {
  if (checkpointNs === "") return [];
  const segments = checkpointNs.split("|");
  return segments.map((_, index) => segments.slice(0, index + 1).join("|"));
}

/** Drawn id of the node that runs the namespace: `child` for `child:<task>`, `child:inner` for `child:<task>|inner:<task>`. */
export function nodeOfNamespace(checkpointNs: string): string {
  return toNodePrefix(checkpointNs).slice(0, -1);
}

/** The subgraphs that ran on a path of the workflow's own checkpoints, each with its newest checkpoint, oldest first. */
export function subgraphRuns(path: readonly TimelineEntry[], inner: readonly TimelineEntry[], isPast: boolean): SubgraphRun[] {
  const runs = new Map<string, SubgraphRun>();
  for (const entry of subgraphPath(path, inner, isPast)) {
    const known = runs.get(entry.checkpoint_ns);
    runs.set(entry.checkpoint_ns, {
      checkpoint_ns: entry.checkpoint_ns,
      node: nodeOfNamespace(entry.checkpoint_ns),
      newest: entry,
      checkpoints: (known?.checkpoints ?? 0) + 1,
    });
  }
  return [...runs.values()];
}

/** Where a checkpoint of a subgraph stands in the graphs around it. */
export type Surroundings = {
  /** The workflow's own checkpoint whose step the subgraph ran in; null where the rows do not tell. */
  outer: TimelineEntry | null;
  /**
   * For the canvas: the checkpoints of all graphs around it up to that moment and what ran inside of them before, then its
   * own path (last, root first).
   */
  path: TimelineEntry[];
};

type Place = {
  /** The workflow's own checkpoints. */
  tree: CheckpointTree;
  inner: readonly TimelineEntry[];
  /** Root to the selected checkpoint within the subgraph. */
  path: readonly TimelineEntry[];
  /** A run went on from the selected checkpoint. */
  isPast: boolean;
};

/** The moment of all graphs at which a subgraph's checkpoint was the newest. */
export function surroundingsOf({ tree, inner, path, isPast }: Place): Surroundings {
  const byId = new Map(inner.map((entry) => [entry.checkpoint_id, entry]));
  const levels: TimelineEntry[][] = [];
  let outer: TimelineEntry | null = null;
  let at = path.at(-1);
  // A damaged row may enclose itself: there are never more levels than segments of the namespace.
  for (let depth = enclosingNamespaces(at?.checkpoint_ns ?? "").length; at !== undefined && depth > 0; depth -= 1) {
    const id = at.outer_checkpoint_id;
    if (id === undefined) break;
    const own = tree.byId.get(id);
    if (own !== undefined) {
      outer = own;
      levels.unshift(pathTo(tree, id));
      break;
    }
    const around = byId.get(id);
    if (around === undefined) break;
    const level = buildTree(inner.filter((entry) => entry.checkpoint_ns === around.checkpoint_ns));
    levels.unshift(pathTo(level, id));
    at = around;
  }
  const before = levels.flatMap((level) => [...subgraphPath(level, inner, true), ...level]);
  return { outer, path: [...before, ...subgraphPath(path, inner, isPast), ...path] };
}

/** The nodes of the graph that a namespace runs, without those of the subgraphs inside of it. Empty for one that is not drawn. */
export function levelNodes(description: GraphDescription, checkpointNs: string): GraphNode[] {
  const frame = checkpointNs === "" ? null : nodeOfNamespace(checkpointNs);
  return description.nodes.filter(({ parent }) => parent === frame);
}

/**
 * The description with the state channels of the graph that a namespace runs in place of the workflow's own; without any
 * for a subgraph that is not drawn (one that is called inside of a node's function).
 */
export function withLevelChannels(description: GraphDescription, checkpointNs: string): GraphDescription {
  if (checkpointNs === "") return description;
  const frame = nodeOfNamespace(checkpointNs);
  return { ...description, channels: description.nodes.find(({ id }) => id === frame)?.channels ?? [] };
}

/**
 * The description of the graph that a namespace runs, with ids as its own checkpoints name them: `inner` instead of
 * `child:inner`. The workflow's own for `""`; without nodes and channels for a subgraph that the description does not know
 * (one that is called inside of a node's function).
 */
export function levelDescription(description: GraphDescription, checkpointNs: string): GraphDescription {
  if (checkpointNs === "") return description;
  const frame = nodeOfNamespace(checkpointNs);
  const prefix = `${frame}:`;
  const node = description.nodes.find(({ id }) => id === frame);
  const inside = description.nodes.filter(({ id }) => id.startsWith(prefix));
  const own = (id: string) => id.slice(prefix.length);
  return {
    ...description,
    title: node?.name ?? frame,
    description: node?.description ?? null,
    nodes: inside.map((item) => ({ ...item, id: own(item.id), parent: item.parent === frame || item.parent === null ? null : own(item.parent) })),
    edges: description.edges
      .filter(({ source, target }) => source.startsWith(prefix) && target.startsWith(prefix))
      .map((edge) => ({ ...edge, source: own(edge.source), target: own(edge.target) })),
    channels: node?.channels ?? [],
    schemas: { input: null, output: null, state: null, context: null },
    example_inputs: [],
  };
}
