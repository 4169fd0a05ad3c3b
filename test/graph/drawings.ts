import type { GraphDescription, GraphEdge, GraphNode } from "../../lib/schema/graph";

/** A node of a description; `review:style` stands in the subgraph `review`. */
export function node(id: string, rest: Partial<GraphNode> = {}): GraphNode {
  const name = id.split(":").at(-1) ?? id;
  const kind = name === "__start__" ? "start" : name === "__end__" ? "end" : "node";
  const parent = id.includes(":") ? id.slice(0, id.lastIndexOf(":")) : null;
  return { id, name, kind, parent, description: null, source: null, ends: [], triggers: [], defer: false, metadata: {}, ...rest };
}

/** An edge whose id reads `a>b`. */
export function edge(source: string, target: string, kind: GraphEdge["kind"] = "static", labels: string[] = []): GraphEdge {
  return { id: `${source}>${target}${kind === "static" ? "" : ` ${kind}`}`, source, target, kind, labels };
}

/** A description of these edges, with a node for every end that `nodes` does not have. */
export function drawing(edges: GraphEdge[], nodes: GraphNode[] = []): GraphDescription {
  const known = new Set(nodes.map(({ id }) => id));
  const implied = [...new Set(edges.flatMap(({ source, target }) => [source, target]))].filter((id) => !known.has(id)).map((id) => node(id));
  return {
    graph_id: "drawing",
    api: "graph",
    title: "Drawing",
    description: null,
    file: "graphs/drawing.ts",
    nodes: [...nodes, ...implied],
    edges,
    channels: [],
    schemas: { input: null, output: null, state: null, context: null },
    example_inputs: [],
    revision: "1",
  };
}

/** Plan, search or read, note, again or draft, approval, publish. */
export const RESEARCH = drawing([
  edge("__start__", "plan"),
  edge("plan", "search", "conditional"),
  edge("plan", "read", "conditional"),
  edge("search", "note"),
  edge("read", "note"),
  edge("note", "plan", "conditional", ["more evidence"]),
  edge("note", "draft", "conditional", ["enough"]),
  edge("draft", "approval"),
  edge("approval", "publish", "conditional", ["approve"]),
  edge("approval", "plan", "conditional", ["revise"]),
  edge("publish", "__end__"),
]);

/** A subgraph with its own start and end, as the runner describes it. */
export const REVIEW = drawing(
  [
    edge("__start__", "intake"),
    edge("intake", "review"),
    edge("review", "send", "conditional", ["good"]),
    edge("review", "intake", "conditional", ["try again"]),
    edge("send", "__end__"),
    edge("review:__start__", "review:style"),
    edge("review:__start__", "review:facts"),
    edge("review:style", "review:verdict"),
    edge("review:facts", "review:verdict"),
    edge("review:verdict", "review:__end__"),
  ],
  [node("review", { kind: "subgraph" })],
);
