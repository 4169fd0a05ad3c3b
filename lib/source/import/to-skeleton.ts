import type { Drawing, DrawnEdge, DrawnGroup, DrawnNode } from "./drawing";
import { takeName, toEnd, toNodeName } from "./node-names";
import { END, START, type SkeletonGraph, type SkeletonNode, type SkeletonRouter } from "./skeleton";

type Result = { graph: SkeletonGraph; notes: string[] };

/**
 * The workflow that a drawing shows. Groups become subgraphs where they have one way in and one way out, and are dissolved
 * otherwise. Nodes that nothing leads to are where it starts, nodes that lead nowhere are where it ends.
 */
export function toSkeleton(drawing: Drawing): Result {
  return new Folding(drawing).finish();
}

class Folding {
  readonly #notes: string[] = [];
  readonly #nodes: Map<string, DrawnNode>;
  readonly #groups: Map<string, DrawnGroup>;
  readonly #insides = new Map<string, SkeletonGraph>();
  readonly #names = new Map<string, string>([
    [START, START],
    [END, END],
  ]);
  #edges: DrawnEdge[];

  constructor({ nodes, edges, groups }: Drawing) {
    this.#nodes = new Map(nodes);
    this.#groups = groups;
    this.#edges = this.#withEnds(edges);
    const taken = new Set([START, END]);
    for (const node of this.#nodes.values()) this.#names.set(node.id, takeName(toNodeName(node), taken));
    for (const { id, title } of groups.values()) this.#names.set(id, takeName(toNodeName({ id, label: title }), taken));
  }

  finish(): Result {
    const depth = (group: DrawnGroup): number => {
      const parent = group.parent === null ? undefined : this.#groups.get(group.parent);
      return parent === undefined ? 0 : depth(parent) + 1;
    };
    const groups = [...this.#groups.values()].sort((a, b) => depth(b) - depth(a));
    for (const group of groups) if (!this.#fold(group)) this.#dissolve(group);
    const graph = this.#toGraph(
      [...this.#nodes.values()].map(({ id }) => id),
      this.#edges,
    );
    return { graph, notes: this.#notes };
  }

  /** Nodes that are the start or the end give way to it. */
  #withEnds(edges: readonly DrawnEdge[]): DrawnEdge[] {
    const entered = new Set(edges.map(({ target }) => target));
    const left = new Set(edges.map(({ source }) => source));
    const ends = new Map<string, string>();
    for (const node of [...this.#nodes.values()]) {
      const end = toEnd(node, { isEntered: entered.has(node.id), isLeft: left.has(node.id) });
      if (end === null) continue;
      ends.set(node.id, end);
      this.#nodes.delete(node.id);
    }
    const renamed = edges.map((edge) => ({ ...edge, source: ends.get(edge.source) ?? edge.source, target: ends.get(edge.target) ?? edge.target }));
    return renamed.filter(({ source, target }) => source !== END && target !== START);
  }

  #membersOf(group: string): string[] {
    return [...this.#nodes.values()].filter(({ parent }) => parent === group).map(({ id }) => id);
  }

  /** Makes a subgraph of a group; false where it has several ways in or out, which one node cannot have. */
  #fold({ id, title, parent }: DrawnGroup): boolean {
    const members = new Set(this.#membersOf(id));
    if (members.size === 0) return false;
    const isInside = ({ source, target }: DrawnEdge) => members.has(source) && members.has(target);
    const inwards = this.#edges.filter(({ source, target }) => !members.has(source) && members.has(target));
    const outwards = this.#edges.filter(({ source, target }) => members.has(source) && !members.has(target));
    const targets = new Set(outwards.map(({ target }) => target));
    const isLeftAsWhole = this.#edges.some(({ source }) => source === id);
    if (new Set(inwards.map(({ target }) => target)).size > 1 || targets.size > 1 || (isLeftAsWhole && targets.size > 0) || targets.has(id))
      return false;

    const entry = inwards[0]?.target;
    const inner = [
      ...(entry === undefined ? [] : [{ source: START, target: entry, label: null, isConditional: false, router: null }]),
      ...this.#edges.filter(isInside),
      ...outwards.map((edge) => ({ ...edge, target: END })),
    ];
    this.#insides.set(id, this.#toGraph([...members], inner));
    const outer = this.#edges
      .filter((edge) => !isInside(edge) && !members.has(edge.source))
      .map((edge) => (members.has(edge.target) ? { ...edge, target: id } : edge));
    this.#edges = [...outer, ...[...targets].map((target) => ({ source: id, target, label: null, isConditional: false, router: null }))];
    for (const member of members) this.#nodes.delete(member);
    this.#nodes.set(id, { id, label: title, isDecision: false, parent });
    return true;
  }

  #dissolve({ id, title, parent }: DrawnGroup): void {
    const members = this.#membersOf(id);
    for (const member of members) {
      const node = this.#nodes.get(member);
      if (node !== undefined) this.#nodes.set(member, { ...node, parent });
    }
    if (members.length > 0) this.#notes.push(`The group ${title ?? id} has several ways in or out: its nodes were added without it.`);
    // Edges to the group as a whole lead to where it begins, those from it leave from where it ends.
    const inside = this.#edges.filter(({ source, target }) => members.includes(source) && members.includes(target));
    const first = members.filter((member) => !inside.some(({ target }) => target === member));
    const last = members.filter((member) => !inside.some(({ source }) => source === member));
    this.#edges = this.#edges.flatMap((edge) => {
      const sources = edge.source === id ? last : [edge.source];
      const targets = edge.target === id ? first : [edge.target];
      return sources.flatMap((source) => targets.map((target) => ({ ...edge, source, target })));
    });
  }

  #nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }

  #toGraph(members: readonly string[], edges: readonly DrawnEdge[]): SkeletonGraph {
    const closed = [...edges, ...this.#missingEnds(members, edges)];
    const bySource = groupBy(closed, ({ source }) => source);
    const graph: SkeletonGraph = { nodes: members.map((id) => this.#toNode(id)), edges: [], routers: [] };
    for (const source of [START, ...members]) {
      const { plain, routers } = this.#decide(source, bySource.get(source) ?? []);
      graph.edges.push(...plain);
      graph.routers.push(...routers);
    }
    return graph;
  }

  #missingEnds(members: readonly string[], edges: readonly DrawnEdge[]): DrawnEdge[] {
    const plain = { label: null, isConditional: false, router: null };
    const entered = new Set(edges.filter(({ source, target }) => source !== target).map(({ target }) => target));
    const left = new Set(edges.filter(({ source, target }) => source !== target).map(({ source }) => source));
    const starts = left.has(START) ? [] : members.filter((id) => !entered.has(id));
    // All in one circle: the first one that was drawn.
    const [first] = members;
    if (!left.has(START) && starts.length === 0 && first !== undefined) starts.push(first);
    const ends = members.filter((id) => !left.has(id));
    return [...starts.map((target) => ({ source: START, target, ...plain })), ...ends.map((source) => ({ source, target: END, ...plain }))];
  }

  #toNode(id: string): SkeletonNode {
    const name = this.#nameOf(id);
    const label = this.#nodes.get(id)?.label ?? null;
    const isSaid = label === null || label === name || label.toLowerCase().replace(/\W+/g, "_") === name.toLowerCase();
    return { name, description: isSaid ? null : label, inside: this.#insides.get(id) ?? null };
  }

  /** Tells the plain edges of a node from those that a router chooses among. */
  #decide(source: string, edges: readonly DrawnEdge[]): { plain: SkeletonGraph["edges"]; routers: SkeletonRouter[] } {
    const distinct = [...new Map(edges.map((edge) => [JSON.stringify([edge.target, edge.label, edge.router]), edge])).values()];
    const solid = distinct.filter(({ isConditional }) => !isConditional);
    const isDecision = this.#nodes.get(source)?.isDecision ?? false;
    const isChoice = solid.length > 1 && (isDecision || solid.some(({ label }) => label !== null));
    const chosen = distinct.filter(({ isConditional }) => isConditional || isChoice);
    const plain = distinct.filter((edge) => !chosen.includes(edge));
    for (const { target, label } of plain) {
      if (label !== null)
        this.#notes.push(
          `The words "${label}" on the edge from ${this.#nameOf(source)} to ${this.#nameOf(target)} were left out: there is nothing to choose.`,
        );
    }
    const targets = new Set(plain.map(({ target }) => this.#nameOf(target)));
    return {
      plain: [...targets].map((target) => ({ source: this.#nameOf(source), target })),
      routers: [...groupBy(chosen, ({ router }) => router)].map(([name, ways]) => ({
        source: this.#nameOf(source),
        name,
        branches: this.#toBranches(ways),
      })),
    };
  }

  #toBranches(ways: readonly DrawnEdge[]): SkeletonRouter["branches"] {
    const taken = new Set<string>();
    return ways.map(({ label, target }) => {
      const name = this.#nameOf(target);
      return { label: takeName(label ?? (name === END ? "end" : name), taken), target: name };
    });
  }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
