import type { GraphEdge, GraphNode, NodeKind } from "../schema/graph";
import { JsonObjectSchema } from "../schema/json";
import { toDisplayJson } from "../store/display";
import type { FunctionLocator } from "./function-places";
import { asList, isBag, isBuilder, subgraphOf, type Bag, type BuilderBranch, type BuilderLike, type BuilderNode, type PregelLike } from "./langgraph";
import { describeChannels } from "./describe-channels";
import { readSchemas, type SchemaReaders } from "./describe-schemas";
import { readRouterTargets } from "./router-targets";
import { codeOf, firstSentence, type SourceFunction, type Sources } from "./source-text";

export const START = "__start__";
export const END = "__end__";
const DEFAULT_HANDLER = "__default_error_handler__";
/** Deeper nesting is drawn as closed frames. */
const MAX_DEPTH = 8;
const CALLS_MODEL =
  /\b(bindTools|initChatModel|createAgent|createReactAgent|withStructuredOutput|createModel)\b|\b(model|llm|chat\w*)\b[\w.()?!]*\.(invoke|stream)\(/i;

export type Structure = { nodes: GraphNode[]; edges: GraphEdge[] };

type Context = { locator: FunctionLocator; sources: Sources; readers: SchemaReaders | null };
type Frame = { graph: PregelLike; prefix: string; parent: string | null; path: readonly PregelLike[] };
type EdgeKind = GraphEdge["kind"];

/** Collects edges: one per pair and kind, with the labels of all that LangGraph has between them. */
class EdgeSet {
  readonly #edges = new Map<string, GraphEdge>();

  add(source: string, target: string, kind: EdgeKind, label?: string): void {
    const id = `${source}->${target}:${kind}`;
    const edge = this.#edges.get(id) ?? { id, source, target, kind, labels: [] };
    if (label !== undefined && !edge.labels.includes(label)) edge.labels.push(label);
    this.#edges.set(id, edge);
  }

  list(): GraphEdge[] {
    return [...this.#edges.values()];
  }
}

/** Nodes and edges of a graph and of the subgraphs inside it. A subgraph's start and end are kept, so that frames connect. */
export function describeStructure(graph: PregelLike, context: Context): Structure {
  return describeFrame({ graph, prefix: "", parent: null, path: [] }, context);
}

function describeFrame(frame: Frame, context: Context): Structure {
  const { graph, prefix, parent } = frame;
  const edges = new EdgeSet();
  const nodes: GraphNode[] = [terminal(START, "start", prefix, parent)];
  const nested: Structure[] = [];
  const builder = isBuilder(graph.builder) ? graph.builder : null;
  for (const name of nodeNames(graph, builder)) {
    const node = describeNode(name, builder?.nodes[name] ?? null, frame, context);
    nodes.push(node.node);
    if (node.child !== null) nested.push(describeFrame(node.child, context));
  }
  if (builder === null) addChain(nodes, prefix, edges);
  else addBuilderEdges(builder, graph, prefix, edges, context);
  const list = edges.list();
  nodes.push(terminal(END, "end", prefix, parent));
  const own = nodes.map((node) => ({ ...node, ...routersOf(builder?.branches[node.name], context) }));
  return { nodes: [...own, ...nested.flatMap((inner) => inner.nodes)], edges: [...list, ...nested.flatMap((inner) => inner.edges)] };
}

/** A router's code decides as much as a node's: a revision has both. */
function routersOf(branches: Readonly<Record<string, BuilderBranch>> | undefined, context: Context): Pick<GraphNode, "routers"> {
  if (branches === undefined) return {};
  return { routers: Object.entries(branches).map(([name, branch]) => ({ name, source: findFunction(branch.path, context)?.place ?? null })) };
}

/** Nodes in the order in which they were added; the handler that LangGraph adds while compiling comes last. */
function nodeNames(graph: PregelLike, builder: BuilderLike | null): string[] {
  const names = builder === null ? [] : Object.keys(builder.nodes);
  return [...names, ...Object.keys(graph.nodes).filter((name) => name !== START && !names.includes(name))];
}

function terminal(name: string, kind: NodeKind, prefix: string, parent: string | null): GraphNode {
  return { id: prefix + name, name, kind, parent, description: null, source: null, ends: [], triggers: [], defer: false, metadata: {} };
}

function describeNode(name: string, spec: BuilderNode | null, frame: Frame, context: Context): { node: GraphNode; child: Frame | null } {
  const id = frame.prefix + name;
  const compiled = frame.graph.nodes[name] ?? {};
  const runnable = spec?.runnable ?? compiled.bound;
  const child = subgraphOf({ runnable: spec?.runnable, bound: compiled.bound, subgraphs: spec?.subgraphs ?? compiled.subgraphs });
  const opens = child !== null && !frame.path.includes(child) && frame.path.length < MAX_DEPTH;
  const source = findFunction(runnable, context);
  const metadata: Bag = { ...compiled.metadata, ...spec?.metadata, ...toolsOf(runnable) };
  const node: GraphNode = {
    id,
    name,
    kind: child !== null ? "subgraph" : nodeKind(name, spec ?? compiled, runnable, metadata, source),
    parent: frame.parent,
    description:
      typeof metadata["description"] === "string"
        ? firstSentence(metadata["description"])
        : (source?.description ?? firstSentence(child?.description ?? null)),
    source: source?.place ?? null,
    ends: [...(spec?.ends ?? compiled.ends ?? [])],
    triggers: [...(compiled.triggers ?? [])],
    defer: spec?.defer === true,
    metadata: JsonObjectSchema.catch({}).parse(toDisplayJson(metadata)),
    ...(child === null ? {} : { channels: describeChannels(child, readSchemas(child, context.readers).state, context) }),
  };
  return { node, child: opens ? { graph: child, prefix: `${id}:`, parent: id, path: [...frame.path, child] } : null };
}

/** The project's own function inside a runnable: its `func`, or that of what it wraps or of the first step that has one. */
export function findFunction(runnable: unknown, context: Pick<Context, "locator" | "sources">): SourceFunction | null {
  const queue: unknown[] = [runnable];
  const seen = new Set<unknown>();
  for (const candidate of queue) {
    if (!isBag(candidate) || seen.has(candidate)) continue;
    seen.add(candidate);
    const found = context.sources.functionAt(context.locator.locate(typeof candidate === "function" ? candidate : candidate["func"]));
    if (found !== null) return found;
    queue.push(candidate["bound"], ...asList(candidate["steps"]));
  }
  return null;
}

function toolsOf(runnable: unknown): { tools?: string[] } {
  const tools = isBag(runnable) ? runnable["tools"] : undefined;
  if (!Array.isArray(tools)) return {};
  const names = tools.flatMap((tool: unknown) => (isBag(tool) && typeof tool["name"] === "string" ? [tool["name"]] : []));
  return names.length > 0 ? { tools: names } : {};
}

function nodeKind(name: string, spec: { isErrorHandler?: boolean }, runnable: unknown, metadata: Bag, source: SourceFunction | null): NodeKind {
  if (spec.isErrorHandler === true || name === DEFAULT_HANDLER) return "error_handler";
  if (isBag(runnable) && Array.isArray(runnable["tools"])) return "tools";
  // The model step of `createAgent`.
  if (isBag(runnable) && runnable.constructor.name === "AgentNode") return "agent";
  if (metadata["kind"] === "agent" || metadata["kind"] === "tools") return metadata["kind"];
  return source !== null && CALLS_MODEL.test(codeOf(source)) ? "agent" : "node";
}

/** An entrypoint has no edges of its own: its one function runs from start to end. */
function addChain(nodes: readonly GraphNode[], prefix: string, edges: EdgeSet): void {
  const ids = [...nodes.map(({ id }) => id), prefix + END];
  for (const [index, target] of ids.entries()) {
    const source = ids[index - 1];
    if (source !== undefined) edges.add(source, target, "static");
  }
}

function addBuilderEdges(builder: BuilderLike, graph: PregelLike, prefix: string, edges: EdgeSet, context: Context): void {
  const left = new Set<string>();
  const add = (source: string, target: string, kind: EdgeKind, label?: string): void => {
    left.add(source);
    edges.add(prefix + source, prefix + target, kind, label);
  };
  for (const [source, target] of builder.edges) add(source, target, "static");
  for (const [sources, target] of builder.waitingEdges ?? []) for (const source of sources) add(source, target, "static");
  for (const [source, branches] of Object.entries(builder.branches)) {
    for (const branch of Object.values(branches)) {
      for (const { target, label } of branchTargets(source, branch, builder, context)) add(source, target, "conditional", label);
    }
  }
  for (const [name, node] of Object.entries(builder.nodes)) {
    for (const target of node.ends ?? []) add(name, target, "command");
    // A handler takes over only when its node fails, so the edge does not count as a way on.
    const handler = node.errorHandlerNode ?? (DEFAULT_HANDLER in graph.nodes && node.isErrorHandler !== true ? DEFAULT_HANDLER : undefined);
    if (handler !== undefined) edges.add(prefix + name, prefix + handler, "conditional", "error");
  }
  // A node that nothing leaves ends the run.
  for (const name of Object.keys(builder.nodes)) if (!left.has(name)) edges.add(prefix + name, prefix + END, "static");
}

function branchTargets(source: string, branch: BuilderBranch, builder: BuilderLike, context: Context): { target: string; label?: string }[] {
  if (branch.ends !== undefined) {
    return Object.entries(branch.ends).map(([label, target]) => (label === target ? { target } : { target, label }));
  }
  const names = Object.keys(builder.nodes);
  const router = findFunction(branch.path, context);
  const read = router === null ? null : readRouterTargets(router, names);
  return (read ?? [...names.filter((name) => name !== source && builder.nodes[name]?.isErrorHandler !== true), END]).map((target) => ({ target }));
}
