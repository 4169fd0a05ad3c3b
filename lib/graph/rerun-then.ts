import type { GraphDescription, GraphEdge } from "../schema/graph";
import type { RerunPlan } from "../schema/rerun";
import { JOIN, joinEnd, joinStarts } from "./join-starts";
import { arrowsFrom } from "./reach";

type Drawing = Pick<GraphDescription, "nodes" | "edges">;

/**
 * Where a walk begins. `finished`: what is done beside it. `entered`: subgraphs that go on where they stand, by the ids of their
 * frames. `arrived`: who has arrived at each join, by its channel.
 */
export type ThenFrom = {
  starts: readonly string[];
  finished: readonly string[];
  entered: ReadonlySet<string>;
  arrived: ReadonlyMap<string, readonly string[]>;
};

const START = "__start__";
const END = "__end__";
/** More than anybody reads. */
const MOST = 60;

/** A node that waits for several others. */
type Join = { target: string; starts: string[]; channel: string };

/** The edges of a drawing, with the joins that plain ones go through. */
class Ways {
  readonly #from: Map<string, GraphEdge[]>;
  readonly joins: Join[] = [];
  readonly #parents: Map<string, string | null>;
  readonly #names: Map<string, string>;
  readonly #frames: Set<string>;

  constructor({ nodes, edges }: Drawing) {
    this.#from = arrowsFrom(edges);
    this.#parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
    this.#names = new Map(nodes.map(({ id, name }) => [id, name]));
    this.#frames = new Set(nodes.flatMap(({ parent }) => (parent === null ? [] : [parent])));
    for (const { id, parent, triggers } of nodes) {
      const known = nodes.filter((node) => node.parent === parent).map(({ name }) => name);
      const prefix = parent === null ? "" : `${parent}:`;
      for (const channel of triggers.filter((one) => one.startsWith(JOIN) && joinEnd(one) === this.#names.get(id))) {
        const starts = joinStarts(channel, known).map((name) => prefix + name);
        this.joins.push({ target: id, starts, channel });
      }
    }
  }

  isFrame(id: string): boolean {
    return this.#frames.has(id);
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }

  from(id: string): GraphEdge[] {
    return this.#from.get(id) ?? [];
  }

  /** The join through which a plain edge goes, or null. */
  join({ source, target }: GraphEdge): Join | null {
    return this.joins.find((join) => join.target === target && join.starts.includes(source)) ?? null;
  }

  parent(id: string): string | null {
    return this.#parents.get(id) ?? null;
  }
}

/**
 * The nodes that may follow some others, by the edges, in order of distance. `certain`: plain edges lead there, and whoever else
 * a join waits for has arrived or comes for certain; given that nobody is asked again on the way and nothing fails.
 */
export function nodesAfter(drawing: Drawing, { starts, finished, entered, arrived }: ThenFrom): RerunPlan["then"] {
  const ways = new Ways(drawing);
  const order = new Set<string>();
  const certain = new Set<string>();
  const waiting: string[] = [];
  const reach = (id: string, isCertain: boolean) => {
    // Once more where it turned out to be certain: what lies behind it may be too.
    if (order.has(id) && (certain.has(id) || !isCertain)) return;
    order.add(id);
    waiting.push(id);
    if (!isCertain) return;
    certain.add(id);
    // However it goes inside, a subgraph comes to its end.
    if (ways.isFrame(id)) certain.add(`${id}:${END}`);
  };
  for (const id of [...starts, ...finished]) reach(id, true);
  const own = new Set(order);
  for (const id of waiting) {
    for (const edge of followed(ways, id, entered)) {
      reach(edge.target, edge.kind === "static" && certain.has(id) && joinOpens(ways, edge, certain, arrived));
    }
  }
  return [...order]
    .filter((id) => !isTerminal(ways.nameOf(id)) && !own.has(id))
    .slice(0, MOST)
    .map((node) => ({ node, certain: certain.has(node) }));
}

/**
 * Where an edit that is written as a node leads at once: for certain, and what a router or a `Command` may choose. The ends are
 * left out. A join that is complete opens too, also where the node is none of its starts: an update leaves it as it is.
 */
export function leadsTo(drawing: Drawing, id: string, arrived: ReadonlyMap<string, readonly string[]>): { certain: string[]; possible: string[] } {
  const ways = new Ways(drawing);
  const own = ways.from(id).filter(({ target }) => !isTerminal(ways.nameOf(target)));
  const plain = own.filter((edge) => edge.kind === "static" && ways.join(edge) === null).map(({ target }) => target);
  const joined = ways.joins.filter(({ starts, channel }) => opens(ways, { starts, channel }, new Set([id]), arrived)).map(({ target }) => target);
  const certain = new Set([...plain, ...joined]);
  const possible = new Set(own.flatMap(({ kind, target }) => (kind === "static" ? [] : [target])));
  return { certain: [...certain], possible: [...possible].filter((target) => !certain.has(target)) };
}

function isTerminal(name: string): boolean {
  return name === START || name === END;
}

/** A frame leads to the start inside of it, the end inside of it to what follows the frame. */
function followed(ways: Ways, id: string, entered: ReadonlySet<string>): GraphEdge[] {
  if (ways.isFrame(id)) {
    return entered.has(id) ? [] : [{ id: "", source: id, target: `${id}:${START}`, kind: "static", labels: [] }];
  }
  const parent = ways.parent(id);
  const own = ways.from(id);
  if (parent === null || (own.length > 0 && ways.nameOf(id) !== END)) return own;
  return ways.from(parent);
}

function joinOpens(ways: Ways, edge: GraphEdge, certain: ReadonlySet<string>, arrived: ReadonlyMap<string, readonly string[]>): boolean {
  const join = ways.join(edge);
  return join === null || opens(ways, join, certain, arrived);
}

function opens(ways: Ways, join: Omit<Join, "target">, certain: ReadonlySet<string>, arrived: ReadonlyMap<string, readonly string[]>): boolean {
  const there = new Set(arrived.get(join.channel) ?? []);
  return join.starts.every((start) => certain.has(start) || there.has(ways.nameOf(start)));
}
