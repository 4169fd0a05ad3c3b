import type { QuickFix } from "../../schema/problem";
import type { SourceChannel, SourceNode } from "../../schema/source";
import { pairsOf, type Exits, type Pair } from "../../graph/supersteps";
import type { Check, Finding, GraphScope } from "../check";
import { answersOf } from "../code/answers";
import { sendsIn } from "../code/sends";
import { alwaysWrites } from "../code/updates";
import { END, routersOf, START } from "../flow";
import { quote } from "../names";

/** Two nodes of one superstep that write a channel which takes one value per step. */
export const parallelWrites: Check = {
  severity: "error",
  graph: (scope) => {
    if (!scope.isWhole || scope.graph.api !== "graph") return [];
    const pairs = [...(pairsOf(superstepsOf(scope), START) ?? []), ...repeatedBySend(scope)];
    const nodes = new Map(scope.graph.nodes.map((node) => [node.name, node]));
    return scope.graph.channels
      .filter(({ reducer, locked }) => reducer === null && locked === null)
      .flatMap((channel) => clashesOn(scope, channel, pairs, nodes));
  },
};

/** A channel that many pairs write is told once. */
function clashesOn(scope: GraphScope, channel: SourceChannel, pairs: readonly Pair[], nodes: ReadonlyMap<string, SourceNode>): Finding[] {
  const writers = new Map([...nodes.values()].filter(({ writes }) => writes?.includes(channel.name)).map((node) => [node.name, node]));
  if (writers.size === 0) return [];
  const always = new Set([...writers.values()].filter((node) => alwaysWrites(scope.code, node, channel.name)).map(({ name }) => name));
  const clashes = pairs
    .filter(({ a, b }) => writers.has(a) && writers.has(b))
    .map((pair) => ({ ...pair, isSure: pair.isSure && always.has(pair.a) && always.has(pair.b) }));
  const [first, ...others] = clashes.toSorted((left, right) => Number(right.isSure) - Number(left.isSure));
  const node = first === undefined ? undefined : nodes.get(first.b);
  if (first === undefined || node === undefined) return [];
  const involved = [...new Set(clashes.flatMap(({ a, b }) => [a, b]))];
  const more = others.length === 0 ? "" : ` (and ${others.length} more ${others.length === 1 ? "pair" : "pairs"})`;
  const who =
    first.a === first.b
      ? `Instances of ${quote(first.a)} that run side by side ${first.isSure ? "all write" : "can all write"} ${quote(channel.name)}`
      : `${quote(first.a)} and ${quote(first.b)} can run in the same superstep and ${first.isSure ? "both write" : "can both write"} ${quote(channel.name)}${more}`;
  return [
    {
      message: `${who}, which has no reducer. LangGraph then throws InvalidUpdateError, because such a channel takes one value per step. Give ${quote(channel.name)} a reducer, or let one run after the other.`,
      targets: [{ kind: "channel", channel: channel.name }, ...involved.map((name) => ({ kind: "node" as const, node: name }))],
      place: channel.place ?? node.place,
      severity: first.isSure ? "error" : "warning",
      fixes: channel.place === null ? [] : reducerFixes(scope.graph.name, channel),
    },
  ];
}

function reducerFixes(graph: string, { name, type }: SourceChannel): QuickFix[] {
  if (type === null || !/\[\]$|^Array<|^ReadonlyArray<|z\.array\(/.test(type.trim())) return [];
  const reducer = /Message/.test(type) ? "messages" : "append";
  return [{ title: "Append what each writes", edits: [{ type: "set_channel", graph, channel: name, reducer }] }];
}

/** Nodes that a router or a `Command` sends to once per item: their instances run side by side. */
function repeatedBySend({ graph, code }: GraphScope): Pair[] {
  const actions = [...graph.conditional.map(({ router }) => router), ...graph.nodes.map(({ action }) => action)];
  const sent = actions.flatMap((action) => {
    const fn = code.functionOf(action);
    return fn === null ? [] : sendsIn(code, fn);
  });
  const targets = new Set(sent.filter(({ isRepeated }) => isRepeated).map(({ target }) => target));
  return [...targets].map((name) => ({ a: name, b: name, isSure: true }));
}

function superstepsOf({ graph, flow, code }: GraphScope) {
  const exits = new Map<string, Exits>();
  const exitsOf = (name: string): Exits => {
    const known = exits.get(name) ?? { always: [], choices: [] };
    exits.set(name, known);
    return known;
  };
  for (const { source, target, kind } of flow.ways) if (kind === "edge" && target !== END) exitsOf(source).always.push(target);
  for (const { conditional } of routersOf(graph)) {
    const targetOf = new Map((conditional.branches ?? []).map(({ label, target }) => [label, target]));
    const options = (conditional.branches ?? []).map(({ target }) => (target === END ? [] : [target]));
    const fn = code.functionOf(conditional.router);
    for (const together of fn === null ? [] : answersOf(code, fn).together) {
      options.push(together.flatMap((label) => targetOf.get(label) ?? []).filter((target) => target !== END));
    }
    exitsOf(conditional.source).choices.push(unique(options));
  }
  for (const { name, action } of graph.nodes) {
    // `ends` only says where a node may go. What its code says is closer to what it does.
    const kinds = code.functionOf(action) === null ? ["command", "ends"] : ["command"];
    const commands = flow.ways.filter(({ source, kind }) => source === name && kinds.includes(kind));
    if (commands.length > 0) exitsOf(name).choices.push(unique(commands.map(({ target }) => (target === END ? [] : [target]))));
  }
  return {
    exits,
    joins: joinsOf(graph),
    deferred: new Set(graph.nodes.filter(({ options }) => options["defer"]?.value === true).map(({ name }) => name)),
  };
}

function joinsOf(graph: GraphScope["graph"]): { sources: string[]; target: string }[] {
  const joins = new Map<string, { sources: string[]; target: string }>();
  for (const { join, target } of graph.edges) if (join !== null) joins.set(JSON.stringify([join, target]), { sources: join, target });
  return [...joins.values()];
}

function unique(options: readonly string[][]): string[][] {
  return [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
}
