import { RetrographError } from "../errors";
import { isBuilder, subgraphOf, type PregelLike } from "./langgraph";

/**
 * Names of the nodes on the way to a namespace, outermost first: `child:<task>|inner:<task>` lies in child, then inner.
 * A node that calls its subgraph twice adds a segment that is only a number.
 */
export function nodesAround(checkpointNs: string): string[] {
  const segments = checkpointNs.split("|").filter((segment) => segment !== "" && !/^\d+$/.test(segment));
  return segments.map((segment) => (segment.includes(":") ? segment.slice(0, segment.lastIndexOf(":")) : segment));
}

/** The compiled graph that a node runs. Throws `node_not_found` where it cannot be known. */
function graphInside(graph: PregelLike, name: string): PregelLike {
  const spec = isBuilder(graph.builder) ? graph.builder.nodes[name] : undefined;
  const inner = subgraphOf({ ...graph.nodes[name], ...spec });
  if (inner !== null) return inner;
  throw new RetrographError(
    "node_not_found",
    `The subgraph that "${name}" ran cannot be found: the node is gone, or it calls the subgraph from its own code. Give the node the compiled subgraph itself, or list it under \`subgraphs\`.`,
    { node: name },
  );
}

/** The graph whose steps a namespace holds: the workflow itself, or a subgraph of it. Throws `node_not_found`. */
export function graphAt(graph: PregelLike, checkpointNs: string): PregelLike {
  return nodesAround(checkpointNs).reduce(graphInside, graph);
}
