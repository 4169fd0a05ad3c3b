import type { RevisionChange } from "../schema/explain";
import type { Channel, GraphDescription, GraphEdge, GraphNode } from "../schema/graph";

function isOwn({ kind }: GraphNode): boolean {
  return kind !== "start" && kind !== "end";
}

function byId<T>(items: readonly T[], id: (item: T) => string): Map<string, T> {
  return new Map(items.map((item) => [id(item), item]));
}

/** Where an edge leads, in words: `publish`, `publish (approved)`, `publish by command`. */
function edgeText({ target, kind, labels }: GraphEdge): string {
  const name = target.endsWith("__end__") ? `${target.slice(0, -"__end__".length)}the end` : target;
  const label = labels.length === 0 ? "" : ` (${labels.join(", ")})`;
  return kind === "command" ? `${name} by command` : kind === "conditional" ? `${name}${label} if chosen` : name;
}

function edgesOf(description: GraphDescription, source: string): Set<string> {
  return new Set(description.edges.filter((edge) => edge.source === source).map(edgeText));
}

/** Names of functions that only stand for themselves say nothing; the text of a reducer says what it does. */
function reducerText({ reducer }: Channel): string {
  return reducer.source ?? reducer.label;
}

/** Routers that came or went show in the edges; a revision of before routers were kept says nothing of them. */
function routerChanges(before: GraphNode, after: GraphNode): RevisionChange[] {
  const then = byId(before.routers ?? [], ({ name }) => name);
  return (after.routers ?? []).flatMap(({ name, source }): RevisionChange[] => {
    const earlier = then.get(name);
    const [was, is] = [earlier?.source?.text ?? "", source?.text ?? ""];
    return earlier === undefined || was === is ? [] : [{ kind: "router_code", node: after.id, router: name, before: was, after: is }];
  });
}

function nodeChanges(before: GraphDescription, after: GraphDescription): RevisionChange[] {
  const then = byId(before.nodes, ({ id }) => id);
  const now = byId(after.nodes, ({ id }) => id);
  const changes: RevisionChange[] = [];
  for (const node of before.nodes) if (isOwn(node) && !now.has(node.id)) changes.push({ kind: "node_removed", node: node.id });
  for (const node of after.nodes) if (isOwn(node) && !then.has(node.id)) changes.push({ kind: "node_added", node: node.id });
  for (const node of after.nodes) {
    const earlier = then.get(node.id);
    if (earlier === undefined) continue;
    const [was, is] = [earlier.source?.text ?? "", node.source?.text ?? ""];
    if (was !== is) changes.push({ kind: "node_code", node: node.id, before: was, after: is });
    changes.push(...routerChanges(earlier, node));
    const [led, leads] = [edgesOf(before, node.id), edgesOf(after, node.id)];
    const [added, removed] = [[...leads].filter((edge) => !led.has(edge)), [...led].filter((edge) => !leads.has(edge))];
    if (added.length > 0 || removed.length > 0) changes.push({ kind: "edges", node: node.id, added, removed });
  }
  return changes;
}

function channelChanges(before: GraphDescription, after: GraphDescription): RevisionChange[] {
  const then = byId(before.channels, ({ name }) => name);
  const now = byId(after.channels, ({ name }) => name);
  const changes: RevisionChange[] = [];
  for (const { name } of before.channels) if (!now.has(name)) changes.push({ kind: "channel_removed", channel: name });
  for (const channel of after.channels) {
    const { name } = channel;
    const earlier = then.get(name);
    if (earlier === undefined) changes.push({ kind: "channel_added", channel: name });
    else if (earlier.type !== channel.type) changes.push({ kind: "channel_type", channel: name, before: earlier.type, after: channel.type });
    else if (reducerText(earlier) !== reducerText(channel)) {
      changes.push({ kind: "reducer", channel: name, before: reducerText(earlier), after: reducerText(channel) });
    }
  }
  return changes;
}

/** What is not the same in two revisions of a workflow: nodes, their code and edges, then channels and their reducers. */
export function diffRevisions(before: GraphDescription, after: GraphDescription): RevisionChange[] {
  return before.revision === after.revision ? [] : [...nodeChanges(before, after), ...channelChanges(before, after)];
}
