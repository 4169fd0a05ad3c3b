import type { Place, SourceBranch, SourceConditional, SourceEdge, SourceGraph, SourceNode } from "../../lib/schema/source";

const FILE = "graphs/sample.ts";

export function place(start = 0, end = start, line = 1): Place {
  return { file: FILE, start, end, line, column: 1 };
}

/** A node that a call of `addNode` adds, as a reader gives it. */
export function sourceNode(name: string, rest: Partial<SourceNode> = {}): SourceNode {
  return {
    name,
    place: place(),
    name_place: place(),
    form: "call",
    action: { kind: "function", name, place: place(), definition: null, body: null },
    description: null,
    description_place: null,
    options: {},
    options_place: null,
    ends: null,
    gotos: [],
    subgraph: null,
    kit: null,
    reads: [],
    writes: [],
    locked: null,
    ...rest,
  };
}

export function sourceEdge(source: string, target: string, rest: Partial<SourceEdge> = {}): SourceEdge {
  return { source, target, place: place(), source_place: place(), target_place: place(), form: "edge", join: null, locked: null, ...rest };
}

/** Conditional edges with a path map of these labels; null where the ways are unknown. */
export function sourceRouter(source: string, map: Record<string, string> | null, rest: Partial<SourceConditional> = {}): SourceConditional {
  const branches: SourceBranch[] | null =
    map === null
      ? null
      : Object.entries(map).map(([label, target]) => ({ label, target, place: place(), label_place: place(), target_place: place(), send: false }));
  return {
    source,
    source_place: place(),
    place: place(),
    router: { kind: "function", name: "route", place: place(), definition: null, body: null },
    returns: [],
    map: map === null ? "unknown" : "object",
    map_place: null,
    branches,
    locked: null,
    ...rest,
  };
}

export function sourceGraph(rest: Partial<SourceGraph>): SourceGraph {
  return {
    name: "graph",
    api: "graph",
    exported_as: ["graph"],
    place: place(),
    style: "chain",
    variable: null,
    nodes: [],
    edges: [],
    conditional: [],
    state: { kind: "state_schema", name: "State", place: place(), entries: place() },
    input: null,
    output: null,
    context: null,
    channels: [],
    compile: null,
    locked: [],
    ...rest,
  };
}
