import { kitEntry } from "@/lib/source/kit/catalogue";
import { freeName } from "@/lib/graph/free-name";
import type { EditInput } from "@/lib/schema/edit";
import type { KitKind } from "@/lib/schema/kit";
import type { JsonObject } from "@/lib/schema/json";
import type { CanvasLayout } from "@/lib/schema/layout";
import type { SourceGraph } from "@/lib/schema/source";
import { routersOf, waysTo } from "../canvas/ways";
import type { AddNodeRequest, EditOptions } from "../editor-context";

const START = "__start__";
const END = "__end__";

/** What `apply` of the editor is given. */
export type AddNodePlan = { edits: EditInput[]; options: EditOptions };

/** The edits that add a node of a kind and wire it as was asked for, as one step. */
export function planNewNode(graph: SourceGraph, kind: KitKind, request: AddNodeRequest, settings: JsonObject = {}): AddNodePlan {
  const entry = kitEntry(kind);
  const name = freeName(entry.name, [...graph.nodes.map((node) => node.name), ...graph.channels.map((channel) => channel.name), START, END]);
  const edits: EditInput[] = [{ type: "add_node", graph: graph.name, name, kind, settings }];
  if (request.edge !== undefined) edits.push(...insertInto(graph, request.edge, name, kind));
  else if (request.from !== undefined) edits.push(...leadFrom(graph, request.from, name), ...leadOnToEnd(graph, request.from, name, kind));
  else if (graph.nodes.length === 0) edits.push(...firstNode(graph, name, kind));
  return { edits, options: { label: `Add ${entry.title.toLowerCase()}`, select: [name], ...placedAt(name, request) } };
}

/** The edits that wire what was asked for to a node that is there, or to the end. */
export function planConnection(graph: SourceGraph, from: string, target: string): AddNodePlan {
  const words = target === END ? "the end" : target;
  const [way] = waysTo(graph, from, target);
  return { edits: leadFrom(graph, from, target), options: { label: way?.label ?? `Connect ${from === START ? "the start" : from} to ${words}` } };
}

function placedAt(name: string, { at }: AddNodeRequest): Pick<EditOptions, "layout"> {
  if (at === undefined) return {};
  const place = { x: Math.round(at.x), y: Math.round(at.y) };
  return { layout: (layout: CanvasLayout) => ({ ...layout, nodes: { ...layout.nodes, [name]: place } }) };
}

/** From a node with a router, one of its ways, an open one first; from any other a plain edge. */
function leadFrom(graph: SourceGraph, from: string, target: string): EditInput[] {
  const [way] = waysTo(graph, from, target);
  if (way !== undefined) return way.edits;
  // The way round a workflow without nodes is no longer needed.
  const empty = from === START ? graph.edges.find((edge) => edge.source === START && edge.target === END && edge.locked === null) : undefined;
  if (empty !== undefined) return [{ type: "retarget_edge", graph: graph.name, source: START, target: END, new_target: target }];
  return [{ type: "add_edge", graph: graph.name, source: from, target }];
}

/** What took over a way to the end leads on to it. */
function leadOnToEnd(graph: SourceGraph, from: string, name: string, kind: KitKind): EditInput[] {
  const [edit] = leadFrom(graph, from, name);
  const isFromEnd =
    edit?.type === "retarget_branch" &&
    routersOf(graph, from)[edit.router ?? 0]?.branches?.some((branch) => branch.label === edit.label && branch.target === END) === true;
  return isFromEnd ? leadOn(graph, name, kind, END) : [];
}

function firstNode(graph: SourceGraph, name: string, kind: KitKind): EditInput[] {
  const edge = graph.edges.find((each) => each.source === START && each.target === END);
  if (edge !== undefined) return insertInto(graph, { source: START, target: END, label: null }, name, kind);
  return [{ type: "add_edge", graph: graph.name, source: START, target: name }, ...leadOn(graph, name, kind, END)];
}

function insertInto(graph: SourceGraph, { source, target, label }: NonNullable<AddNodeRequest["edge"]>, name: string, kind: KitKind): EditInput[] {
  const on = leadOn(graph, name, kind, target);
  const isPlain = graph.edges.some((edge) => edge.source === source && edge.target === target);
  if (label === null && isPlain) return [{ type: "retarget_edge", graph: graph.name, source, target, new_target: name }, ...on];
  const edits = routersOf(graph, source).flatMap((conditional, router): EditInput[] =>
    (conditional.branches ?? [])
      .filter((branch) => branch.target === target && (label === null || branch.label === label))
      .map((branch) => ({ type: "retarget_branch", graph: graph.name, source, router, label: branch.label, target: name })),
  );
  return [...edits, ...on];
}

/** The first label that a new node of this kind goes on by; null for one that is left by a plain edge. */
const FIRST_LABEL: Partial<Record<KitKind, string>> = { condition: "yes", approval: "approve" };

function leadOn(graph: SourceGraph, name: string, kind: KitKind, target: string): EditInput[] {
  const label = FIRST_LABEL[kind];
  if (label === undefined) return [{ type: "add_edge", graph: graph.name, source: name, target }];
  return target === END ? [] : [{ type: "retarget_branch", graph: graph.name, source: name, label, target }];
}

/** Where a click on the palette adds a node: behind the selected node, in between where that leads on by one plain edge. */
export function requestBeside(graph: SourceGraph, selected: readonly string[]): AddNodeRequest {
  const [only, ...others] = selected;
  const node = others.length === 0 ? graph.nodes.find(({ name }) => name === only) : undefined;
  if (node === undefined) return {};
  const [edge, ...more] = graph.edges.filter(({ source }) => source === node.name);
  const hasRouter = graph.conditional.some(({ source }) => source === node.name);
  if (edge !== undefined && more.length === 0 && !hasRouter && edge.locked === null) {
    return { edge: { source: edge.source, target: edge.target, label: null } };
  }
  const leadsOn = graph.edges.some((edge) => edge.source === node.name) || graph.conditional.some((each) => each.source === node.name);
  const isOpen = waysTo(graph, node.name, "").some((way) => way.edits.some((edit) => edit.type === "retarget_branch"));
  const goesSomewhere =
    leadsOn && !(isOpen && graph.conditional.some((each) => each.source === node.name && each.branches?.some((branch) => branch.target === END)));
  return goesSomewhere ? {} : { from: node.name };
}
