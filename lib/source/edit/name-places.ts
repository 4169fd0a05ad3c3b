import ts from "typescript";
import type { Place, SourceGraph, SourceModel, SourceNode } from "../../schema/source";
import { placeOf, unwrap } from "../ast";
import type { Modules } from "../modules";
import { entryOf, nodeAt, sourceOf } from "./builder";
import type { EditContext } from "./context";
import type { Drafts } from "./drafts";
import { functionOf, returnTypes, sendsTo } from "./router";

/** Places of the text that name a node of a graph for sure, each once. Constants are named where they are defined. */
export function namePlaces(context: EditContext, drafts: Drafts, graph: SourceGraph, name: string): Place[] {
  const places = [
    ...graph.nodes.filter((node) => node.name === name).flatMap((node) => nodeNamePlaces(context, node)),
    ...edgePlaces(graph, name),
    ...conditionalPlaces(drafts, graph, name),
    ...graph.nodes.flatMap((node) => [...endPlaces(drafts, node, name), ...gotoPlaces(node, name)]),
    ...childPlaces(context.model, graph, name),
  ];
  const byOffset = new Map<string, Place>();
  for (const place of places) {
    const literal = literalPlace(drafts, place, name);
    if (literal !== null) byOffset.set(`${literal.file}:${literal.start}`, literal);
  }
  return [...byOffset.values()];
}

/** Where the name of a node is written down: in its `addNode`, or where the constant is defined; null where it is nowhere. */
export function nameDefinition(context: EditContext, drafts: Drafts, node: SourceNode): Place | null {
  const [place] = nodeNamePlaces(context, node);
  return place === undefined ? null : literalPlace(drafts, place, node.name);
}

/** Lines of edges that name a node by something that is put together or comes out of a loop. */
export function computedLines(drafts: Drafts, graph: SourceGraph, name: string): number[] {
  const lines = graph.edges.flatMap(({ source, target, source_place, target_place, place, form }) => {
    if (form === "sequence" || form === "agent") return [];
    const named = [...(source === name ? [source_place] : []), ...(target === name ? [target_place] : [])];
    return named.some((each) => each === null || literalPlace(drafts, each, name) === null) ? [place.line] : [];
  });
  return [...new Set(lines)];
}

function nodeNamePlaces(context: EditContext, node: SourceNode): Place[] {
  if (node.name_place !== null) return [node.name_place];
  const entry = entryOf(sourceOf(context), node);
  return entry === null || entry.name === entry.action ? [] : [placeOf(entry.name)];
}

function edgePlaces(graph: SourceGraph, name: string): Place[] {
  return graph.edges.flatMap((edge) => [
    ...(edge.source === name && edge.source_place !== null ? [edge.source_place] : []),
    ...(edge.target === name && edge.target_place !== null ? [edge.target_place] : []),
  ]);
}

function conditionalPlaces(drafts: Drafts, graph: SourceGraph, name: string): Place[] {
  return graph.conditional.flatMap((conditional) => {
    const places = conditional.source === name && conditional.source_place !== null ? [conditional.source_place] : [];
    for (const branch of conditional.branches ?? []) {
      if (branch.target === name && branch.target_place !== null) places.push(branch.target_place);
    }
    const fn = functionOf(drafts, conditional.router);
    if (fn !== null) places.push(...sendsTo(fn.node, name).map(placeOf));
    if (conditional.map === "object") return places;
    for (const each of conditional.returns) if (each.value === name) places.push(...each.places);
    if (fn !== null) places.push(...returnTypes(fn.node, name).map((type) => placeOf(type.literal)));
    return places;
  });
}

function endPlaces(drafts: Drafts, node: SourceNode, name: string): Place[] {
  const ends = node.options.ends;
  if (ends === undefined) return [];
  const list = nodeAt(drafts.of(ends.place.file).sourceFile, ends.place, ts.isExpression);
  const array = list === null ? null : unwrap(list);
  if (array === null || !ts.isArrayLiteralExpression(array)) return [];
  return array.elements
    .map(unwrap)
    .filter((element) => isNameOf(drafts.modules, element, name))
    .map(placeOf);
}

function gotoPlaces(node: SourceNode, name: string): Place[] {
  return node.gotos.filter(({ kind, target }) => kind !== "parent" && target === name).map(({ place }) => place);
}

/** `Command.PARENT` gotos of subgraphs in this file that this graph has as nodes. */
function childPlaces(model: SourceModel, graph: SourceGraph, name: string): Place[] {
  const children = graph.nodes.flatMap(({ subgraph }) => (subgraph?.file === model.file ? [subgraph.graph] : []));
  return model.graphs
    .filter((child) => children.includes(child.name))
    .flatMap((child) => child.nodes)
    .flatMap(({ gotos }) => gotos.filter(({ kind, target }) => kind === "parent" && target === name).map(({ place }) => place));
}

function stringOf(node: ts.Expression): string | null {
  const inner = unwrap(node);
  return ts.isStringLiteralLike(inner) ? inner.text : null;
}

function isNameOf(modules: Modules, node: ts.Expression, name: string): boolean {
  return stringOf(node) === name || definitionOf(modules, node, name) !== null;
}

/** The literal behind a place: the one that stands there, or that of the constant that is named there. */
function literalPlace(drafts: Drafts, place: Place, name: string): Place | null {
  const node = nodeAt(
    drafts.of(place.file).sourceFile,
    place,
    (each): each is ts.Node => ts.isExpression(each) || ts.isPropertyName(each) || ts.isLiteralTypeNode(each),
  );
  if (node === null) return null;
  if (ts.isLiteralTypeNode(node)) return placeOf(node.literal);
  const inner = ts.isExpression(node) ? unwrap(node) : node;
  if (ts.isStringLiteralLike(inner)) return inner.text === name ? placeOf(inner) : null;
  if (ts.isIdentifier(inner) && isKey(inner)) return placeOf(inner);
  const definition = ts.isExpression(inner) ? definitionOf(drafts.modules, inner, name) : null;
  return definition === null ? null : placeOf(definition);
}

function isKey(node: ts.Identifier): boolean {
  const { parent } = node;
  return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isShorthandPropertyAssignment(parent)) && parent.name === node;
}

/** The string literal that a constant, a member of an enum or of a constant object was defined with, in whichever file. */
function definitionOf(modules: Modules, expression: ts.Expression, name: string): ts.StringLiteralLike | null {
  const inner = unwrap(expression);
  const value = ts.isIdentifier(inner) ? initializerOf(modules, inner) : ts.isPropertyAccessExpression(inner) ? memberOf(modules, inner) : null;
  const literal = value === null ? null : unwrap(value);
  return literal !== null && ts.isStringLiteralLike(literal) && literal.text === name ? literal : null;
}

function declared(modules: Modules, identifier: ts.Identifier): ts.VariableDeclaration | ts.EnumDeclaration | null {
  const definition = modules.define(identifier);
  const node = definition?.kind === "declaration" ? definition.node : null;
  return node !== null && (ts.isVariableDeclaration(node) || ts.isEnumDeclaration(node)) ? node : null;
}

function initializerOf(modules: Modules, identifier: ts.Identifier): ts.Expression | null {
  const declaration = declared(modules, identifier);
  return declaration !== null && ts.isVariableDeclaration(declaration) ? (declaration.initializer ?? null) : null;
}

function memberOf(modules: Modules, { expression, name }: ts.PropertyAccessExpression): ts.Expression | null {
  const declaration = ts.isIdentifier(expression) ? declared(modules, expression) : null;
  if (declaration !== null && ts.isEnumDeclaration(declaration)) {
    return declaration.members.find((member) => member.name.getText() === name.text)?.initializer ?? null;
  }
  const object = declaration?.initializer === undefined ? null : unwrap(declaration.initializer);
  if (object === null || !ts.isObjectLiteralExpression(object)) return null;
  const property = object.properties.find((each) => each.name?.getText() === name.text);
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : null;
}
