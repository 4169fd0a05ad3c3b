import type { Channel, GraphDescription, GraphNode } from "../schema/graph";
import { diffText, similarity } from "./diff-text";

/** Below this two things are not taken for one another. */
const MIN_LIKENESS = 0.35;
/** Texts beyond this are compared by their beginnings: more says nothing more about whether they are the same node. */
const MAX_TEXT = 8000;

type Rename = { kind: "node" | "channel"; from: string; to: string; likeness: number };

/** Share of two names' pairs of letters that they have in common (Dice), from 0 to 1; case and separators do not count. */
export function nameLikeness(a: string, b: string): number {
  const [left, right] = [a, b].map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ""));
  if (left === undefined || right === undefined || left === "" || right === "") return 0;
  if (left === right) return 1;
  const pairs = pairsOf(left);
  const total = pairs.length + Math.max(right.length - 1, 0);
  let common = 0;
  for (const pair of pairsOf(right)) {
    const at = pairs.indexOf(pair);
    if (at === -1) continue;
    pairs.splice(at, 1);
    common += 1;
  }
  return total === 0 ? 0 : (2 * common) / total;
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(text.length - 1, 0) }, (_, index) => text.slice(index, index + 2));
}

/** How alike two functions are, their own names left out: renaming a node often renames its function. */
function codeLikeness(a: GraphNode, b: GraphNode): number | null {
  if (a.source === null || b.source === null) return null;
  const [before, after] = [a, b].map(({ source, name }) => withoutName(source?.text ?? "", name).slice(0, MAX_TEXT));
  if (before === undefined || after === undefined) return null;
  return before === after ? 1 : similarity(diffText(before, after));
}

function withoutName(text: string, name: string): string {
  const declared = /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|const|let|var)\s+([\w$]+)/.exec(text)?.[1];
  return [name, declared].reduce<string>((rest, own) => (own === undefined || own === "" ? rest : rest.replaceAll(own, "§")), text);
}

function neighbours(description: GraphDescription, id: string): Set<string> {
  return new Set(
    description.edges.flatMap((edge) => [
      ...(edge.source === id ? [`to ${edge.target}`] : []),
      ...(edge.target === id ? [`from ${edge.source}`] : []),
    ]),
  );
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((item) => b.has(item)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 0 : common / all;
}

function nodeLikeness(before: GraphDescription, after: GraphDescription, a: GraphNode, b: GraphNode): number {
  const code = codeLikeness(a, b);
  const edges = overlap(neighbours(before, a.id), neighbours(after, b.id));
  const name = nameLikeness(a.name, b.name);
  // Without code to compare the place in the graph has to tell.
  return code === null ? 0.6 * edges + 0.4 * name : 0.6 * code + 0.25 * edges + 0.15 * name;
}

function channelLikeness(a: Channel, b: Channel): number {
  const type = a.type === b.type ? 1 : 0;
  const reducer = a.reducer.kind !== b.reducer.kind ? 0 : a.reducer.kind === "custom" && a.reducer.source !== b.reducer.source ? 0.5 : 1;
  const schema = JSON.stringify(a.schema) === JSON.stringify(b.schema) ? 1 : 0;
  return 0.2 * type + 0.2 * reducer + 0.25 * schema + 0.35 * nameLikeness(a.name, b.name);
}

function byLikeness(a: Rename, b: Rename): number {
  return b.likeness - a.likeness;
}

function pairs<T>(
  gone: readonly T[],
  fresh: readonly T[],
  kind: Rename["kind"],
  names: { id: (item: T) => string; like: (a: T, b: T) => number },
): Rename[] {
  return gone
    .flatMap((from) => fresh.map((to): Rename => ({ kind, from: names.id(from), to: names.id(to), likeness: names.like(from, to) })))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .map((rename) => ({ ...rename, likeness: Math.round(Math.min(rename.likeness, 1) * 100) / 100 }))
    .sort(byLikeness);
}

/** Which of the new nodes and channels were probably there before under another name, best first. */
export function likelyRenames(before: GraphDescription, after: GraphDescription): Rename[] {
  const own = (description: GraphDescription) => description.nodes.filter(({ kind }) => kind !== "start" && kind !== "end");
  const [nodesBefore, nodesAfter] = [own(before), own(after)];
  const has = <T>(list: readonly T[], id: (item: T) => string) => new Set(list.map(id));
  const nodeId = (node: GraphNode) => node.id;
  const channelName = (channel: Channel) => channel.name;
  const [idsBefore, idsAfter] = [has(nodesBefore, nodeId), has(nodesAfter, nodeId)];
  const [channelsBefore, channelsAfter] = [has(before.channels, channelName), has(after.channels, channelName)];
  return [
    ...pairs(
      nodesBefore.filter(({ id }) => !idsAfter.has(id)),
      nodesAfter.filter(({ id }) => !idsBefore.has(id)),
      "node",
      { id: nodeId, like: (a, b) => (a.parent === b.parent ? nodeLikeness(before, after, a, b) : 0) },
    ),
    ...pairs(
      before.channels.filter(({ name }) => !channelsAfter.has(name)),
      after.channels.filter(({ name }) => !channelsBefore.has(name)),
      "channel",
      { id: channelName, like: channelLikeness },
    ),
  ].sort(byLikeness);
}

/** Names that are alike among what the workflow has now, for a checkpoint of which nothing but the rows is known. */
export function alikeByName(kind: Rename["kind"], gone: readonly string[], now: readonly string[]): Rename[] {
  return pairs(gone, now, kind, { id: (name) => name, like: nameLikeness });
}
