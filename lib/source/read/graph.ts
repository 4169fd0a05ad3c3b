import { placeOf } from "../ast";
import { fieldsOf } from "../evaluate/state-fields";
import { EMPTY_ENV, type Evaluator } from "../evaluate/values";
import { END } from "../library";
import type { Locked, SourceChannel, SourceConditional, SourceEdge, SourceGraph, SourceNode } from "../../schema/source";
import { readChannels } from "./channels";
import { readConditionals } from "./conditionals";
import { readEdges } from "./edges";
import { callPlace, readNodes, type ReadNode } from "./nodes";
import { readOptions } from "./options";
import type { GraphReader } from "./reader";
import { MESSAGES_REDUCER } from "./reducers";
import type { Root } from "./roots";
import { definition, readStates, shapeOf, UNKNOWN_STATE, type GraphStates, type StateDefinition } from "./states";
import { traceBuilder, type BuilderCall, type Trace } from "./trace";

/** Reads one builder of a file. */
export function readGraph(root: Root, evaluator: Evaluator): SourceGraph {
  const trace = traceBuilder(root.node, evaluator);
  const locked: Locked[] = [...trace.locked];
  const lock = (each: Locked): void => {
    const isKnown = locked.some(({ reason, place }) => reason === each.reason && place.start === each.place.start && place.file === each.place.file);
    if (!isKnown) locked.push(each);
  };
  const states = readStates(root.node, evaluator);
  const reader: GraphReader = { evaluator, root: root.node, state: shapeOf(states.state, evaluator), lock };
  const nodes: ReadNode[] = [];
  const sequences = new Map<BuilderCall, readonly ReadNode[]>();
  for (const call of trace.calls) {
    if (call.method !== "addNode" && call.method !== "addSequence") continue;
    const added = readNodes(call, reader);
    if (call.method === "addSequence") sequences.set(call, added);
    addNodes(nodes, added);
  }
  for (const { name, place, ends, goes_elsewhere } of nodes) {
    if (goes_elsewhere === true && ends === null) lock({ reason: `Where "${name}" goes on to is only known when it runs`, place });
  }
  const { edges, conditional } = readLines(trace, nodes, sequences, reader);
  const channels = root.maker === "MessageGraph" ? [ROOT_CHANNEL] : allChannels(states, nodes, reader);
  return {
    name: root.name,
    api: root.api,
    exported_as: trace.exportedAs,
    place: placeOf(root.node),
    style: trace.style,
    variable: trace.variable,
    nodes: nodes.map((node) => sourceNode(node, nodes, channels)),
    edges,
    conditional,
    state: states.state.state,
    input: states.input?.state ?? null,
    output: states.output?.state ?? null,
    context: states.context?.state ?? null,
    channels,
    compile: readCompile(trace, evaluator),
    locked,
  };
}

/** A node as others see it. What a type alone names as its successor counts only where it is a node. */
function sourceNode({ input: _input, typed, ...node }: ReadNode, nodes: readonly ReadNode[], channels: readonly SourceChannel[]): SourceNode {
  const isWay = (target: string): boolean => target === END || !typed.includes(target) || nodes.some(({ name }) => name === target);
  const known = { ...node, gotos: node.gotos.filter(({ target }) => isWay(target)) };
  return known.kit === null ? known : withChannels(known, channels);
}

/** A kit node uses the conversation only where the state has one. */
function withChannels(node: SourceNode, channels: readonly SourceChannel[]): SourceNode {
  const names = new Set(channels.map(({ name }) => name));
  if (names.size === 0) return node;
  const known = (list: string[] | null): string[] | null => list?.filter((name) => names.has(name)) ?? null;
  return { ...node, reads: known(node.reads), writes: known(node.writes) };
}

/** A name that is added twice is one node: the first call counts. */
function addNodes(nodes: ReadNode[], added: readonly ReadNode[]): void {
  for (const node of added) if (!nodes.some(({ name }) => name === node.name)) nodes.push(node);
}

function readLines(
  trace: Trace,
  nodes: readonly ReadNode[],
  sequences: ReadonlyMap<BuilderCall, readonly ReadNode[]>,
  reader: GraphReader,
): { edges: SourceEdge[]; conditional: SourceConditional[] } {
  const names = new Set(nodes.map(({ name }) => name));
  const edges: SourceEdge[] = [];
  const conditional: SourceConditional[] = [];
  for (const call of trace.calls) {
    if (call.doubt !== null) reader.lock({ reason: `A call ${call.doubt.reason}`, place: call.doubt.place });
    if (call.method === "addEdge" || call.method === "setEntryPoint" || call.method === "setFinishPoint") {
      for (const edge of readEdges(call, reader)) if (!edges.some((other) => isSame(other, edge))) edges.push(edge);
    } else if (call.method === "addSequence") edges.push(...sequenceEdges(sequences.get(call) ?? []));
    else if (call.method === "addConditionalEdges") conditional.push(...readConditionals(call, names, reader));
  }
  return { edges, conditional };
}

function isSame(a: SourceEdge, b: SourceEdge): boolean {
  return (
    a.source === b.source &&
    a.target === b.target &&
    a.join?.join() === b.join?.join() &&
    a.place.start === b.place.start &&
    a.place.file === b.place.file
  );
}

/** A sequence connects each of its nodes with the next. */
function sequenceEdges(nodes: readonly ReadNode[]): SourceEdge[] {
  return nodes.slice(1).map((node, index) => ({
    source: nodes[index]?.name ?? node.name,
    target: node.name,
    place: node.place,
    source_place: null,
    target_place: null,
    form: "sequence",
    join: null,
    locked: node.locked,
  }));
}

const ROOT_CHANNEL: SourceChannel = {
  name: "__root__",
  place: null,
  name_place: null,
  type: "BaseMessage[]",
  type_place: null,
  reducer: MESSAGES_REDUCER,
  default: null,
  description: null,
  locked: "It comes from MessageGraph",
};

/** The channels of the state, and those that only the input, the output or a node's own input has. */
function allChannels(states: GraphStates, nodes: readonly ReadNode[], reader: GraphReader): SourceChannel[] {
  const channels = new Map<string, SourceChannel>();
  const own: StateDefinition[] = nodes.flatMap((node) => inputDefinition(node, reader));
  for (const each of [states.state, states.input, states.output, ...own]) {
    if (each === null || (each.state === UNKNOWN_STATE && each !== states.state)) continue;
    for (const channel of readChannels(each, reader.evaluator, reader.lock)) if (!channels.has(channel.name)) channels.set(channel.name, channel);
  }
  if (states.state.state.kind === "unknown" && channels.size === 0) {
    reader.lock({
      reason: "The state's definition is not in this project or only known when it runs",
      place: states.state.state.place ?? placeOf(reader.root.arguments?.[0] ?? reader.root),
    });
  }
  return [...channels.values()];
}

function inputDefinition(node: ReadNode, { evaluator }: GraphReader): StateDefinition[] {
  const input = node.input;
  if (input === undefined || input.values.every((value) => fieldsOf(value, evaluator) === null)) return [];
  return [definition(null, input, evaluator)];
}

function readCompile(trace: Trace, evaluator: Evaluator): SourceGraph["compile"] {
  if (trace.compile === null) return null;
  return { place: callPlace(trace.compile), options: readOptions(trace.compile.arguments[0], EMPTY_ENV, evaluator).values };
}
