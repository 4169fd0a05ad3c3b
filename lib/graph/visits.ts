import type { TimelineEntry } from "../schema/checkpoint";
import type { GraphDescription, GraphEdge } from "../schema/graph";

/** What happened on the way to a moment: how often each node ran, how often each edge was taken, and which edges lead on from there. */
export type Visits = {
  /** 0 for a node that only an update spoke for. */
  nodes: Map<string, number>;
  edges: Map<string, number>;
  /** Edges that lead to what runs next, or into the end; they are counted in `edges` too. */
  last: Set<string>;
  /** Ways that the run took and no edge of the description explains, as a `Command` without declared ends; by `source`, then `target`. */
  undeclared: Map<string, Map<string, number>>;
  /** Nodes that failed in their newest superstep and whose error handler went on for them. */
  handled: Set<string>;
  /** The step of the newest checkpoint of the path, or null for an empty path. */
  step: number | null;
};

type Structure = Pick<GraphDescription, "nodes" | "edges">;

/** `child:` for the checkpoint namespace `child:<task id>`: what the ids of a subgraph's nodes start with; `""` for the workflow itself. */
export function toNodePrefix(checkpointNs: string): string {
  if (checkpointNs === "") return "";
  const names = checkpointNs.split("|").map((segment) => segment.replace(/:[^:]*$/, ""));
  return `${names.join(":")}:`;
}

/**
 * True when the checkpoint tells what became of the tasks that were due before it. An update has nothing run; a fork
 * that wrote the same `next` again is the old moment once more, and one that moved on repeats its sibling's superstep.
 */
export function isSuperstep(entry: TimelineEntry, previous: TimelineEntry | null): boolean {
  if (entry.source === "update") return false;
  return entry.source !== "fork" || entry.nodes.length > 0 || (previous !== null && !sameNames(entry.next, previous.next));
}

/**
 * Counts along one branch of one checkpoint namespace, root first. A superstep counts once for a node, however many tasks it had.
 * Checkpoints do not record edges: an edge counts as taken when its source ran and its target was due right after, a static
 * edge also when its target was due later (it waited in a join).
 */
export function countVisits(structure: Structure, path: readonly TimelineEntry[]): Visits {
  const prefix = toNodePrefix(path[0]?.checkpoint_ns ?? "");
  const walk = new Walk(structure, prefix);
  let previous: TimelineEntry | null = null;
  for (const entry of path) {
    walk.advance(entry, previous);
    previous = entry;
  }
  return walk.finish(previous);
}

class Walk {
  private readonly nodes = new Map<string, number>();
  private readonly edges = new Map<string, number>();
  private readonly undeclared = new Map<string, Map<string, number>>();
  private readonly members: ReadonlySet<string>;
  private readonly outgoing = new Map<string, GraphEdge[]>();
  /** Where each edge leads, by its id: few edges are due at a time, of however many. */
  private readonly targets = new Map<string, string>();
  private readonly start: string | null;
  private readonly ends: ReadonlySet<string>;
  private readonly handlers: ReadonlySet<string>;
  private readonly handled = new Set<string>();
  /** Edges to what is due, not yet counted: an update may still change it. */
  private due = new Set<string>();
  /** Static edges whose source ran and whose target has not been due since. */
  private readonly joining = new Map<string, GraphEdge>();

  constructor(
    structure: Structure,
    private readonly prefix: string,
  ) {
    for (const edge of toLevel(structure, prefix)) {
      this.outgoing.set(edge.source, [...(this.outgoing.get(edge.source) ?? []), edge]);
      this.targets.set(edge.id, edge.target);
    }
    this.members = new Set(structure.nodes.flatMap(({ id, kind }) => (kind === "start" || kind === "end" ? [] : [id])));
    this.start = structure.nodes.find(({ kind, parent }) => kind === "start" && parent === null)?.id ?? null;
    this.ends = new Set(structure.nodes.filter(({ kind }) => kind === "end").map(({ id }) => id));
    this.handlers = new Set(structure.nodes.filter(({ kind }) => kind === "error_handler").map(({ id }) => id));
  }

  advance(entry: TimelineEntry, previous: TimelineEntry | null): void {
    const next = entry.next.map((name) => this.prefix + name);
    if (entry.source === "update") {
      // Nothing ran: what was due and still is keeps its edges, the node that the update speaks for adds its own.
      const kept = this.edgesInto(next, this.due);
      const spokenFor = this.ran(entry);
      for (const node of spokenFor) this.nodes.set(node, this.nodes.get(node) ?? 0);
      this.due = new Set([...kept, ...this.leave(spokenFor, next)]);
      return;
    }
    if (!isSuperstep(entry, previous)) return;
    const ran = entry.source === "fork" && entry.nodes.length === 0 ? (previous?.next ?? []).map((name) => this.prefix + name) : this.ran(entry);
    this.commit();
    for (const node of new Set(ran)) this.nodes.set(node, (this.nodes.get(node) ?? 0) + 1);
    const left = this.takeOver(ran);
    this.due = this.leave(left, next);
    this.noteUndeclared(left, next);
  }

  /**
   * A node that failed and whose error handler ran in the same superstep was left for the handler alone. Gives the nodes
   * whose own edges count. A handler that several of the nodes share does not tell whose failure it took over.
   */
  private takeOver(ran: readonly string[]): string[] {
    for (const node of ran) this.handled.delete(node);
    const here = new Set(ran);
    for (const handler of this.handlers) {
      if (!here.has(handler)) continue;
      const into = [...here].flatMap((node) => (this.outgoing.get(node) ?? []).filter(({ target }) => target === handler));
      const [edge, ...others] = into;
      if (edge === undefined || others.length > 0) continue;
      this.handled.add(edge.source);
      this.edges.set(edge.id, (this.edges.get(edge.id) ?? 0) + 1);
    }
    return ran.filter((node) => !this.handled.has(node));
  }

  /** Only where one node ran is it certain who led to what is due. */
  private noteUndeclared(ran: readonly string[], next: readonly string[]): void {
    const [source, ...others] = new Set(ran);
    if (source === undefined || others.length > 0 || !this.members.has(source)) return;
    const explained = new Set([...this.due].map((id) => this.targets.get(id)));
    for (const target of new Set(next)) {
      if (explained.has(target) || !this.members.has(target)) continue;
      const known = this.undeclared.get(source) ?? new Map<string, number>();
      this.undeclared.set(source, known.set(target, (known.get(target) ?? 0) + 1));
    }
  }

  finish(last: TimelineEntry | null): Visits {
    const leading = new Set(this.due);
    this.commit();
    return { nodes: this.nodes, edges: this.edges, last: leading, undeclared: this.undeclared, handled: this.handled, step: last?.step ?? null };
  }

  private commit(): void {
    for (const id of this.due) this.edges.set(id, (this.edges.get(id) ?? 0) + 1);
    this.due = new Set();
  }

  private ran(entry: TimelineEntry): string[] {
    if (entry.nodes.length > 0) return entry.nodes.map((name) => this.prefix + name);
    return entry.source === "input" && this.prefix === "" && this.start !== null ? [this.start] : [];
  }

  /** The edges taken from the nodes that ran to what is due now. */
  private leave(ran: readonly string[], next: readonly string[]): Set<string> {
    const taken = new Set<string>();
    const due = new Set(next);
    for (const [id, edge] of this.joining) {
      if (!due.has(edge.target)) continue;
      taken.add(id);
      this.joining.delete(id);
    }
    for (const node of new Set(ran)) {
      const edges = this.outgoing.get(node) ?? [];
      const followed = firmestPerTarget(edges.filter(({ target }) => due.has(target)));
      for (const edge of followed) taken.add(edge.id);
      const waits = edges.filter((edge) => edge.kind === "static" && !due.has(edge.target) && !this.ends.has(edge.target));
      for (const edge of waits) this.joining.set(edge.id, edge);
      // A handler goes on by its answer: that no edge leaves it does not say that it ends the workflow.
      if (followed.length > 0 || waits.length > 0 || (this.handlers.has(node) && due.size > 0)) continue;
      for (const edge of firmestPerTarget(edges.filter(({ target }) => this.ends.has(target)))) taken.add(edge.id);
    }
    return taken;
  }

  private edgesInto(targets: readonly string[], among: ReadonlySet<string>): string[] {
    const due = new Set(targets);
    return [...among].filter((id) => due.has(this.targets.get(id) ?? ""));
  }
}

/**
 * The edges between the nodes of one namespace. An edge into or out of a subgraph may end at one of its inner nodes;
 * for the namespace around it, it ends at the subgraph.
 */
function toLevel(structure: Structure, prefix: string): GraphEdge[] {
  const frame = prefix === "" ? null : prefix.slice(0, -1);
  const parents = new Map(structure.nodes.map(({ id, parent }) => [id, parent]));
  const member = (id: string): string | null => {
    let at: string | null = id;
    for (let steps = 0; at !== null && parents.has(at) && steps <= parents.size; steps += 1) {
      const parent: string | null = parents.get(at) ?? null;
      if (parent === frame) return at;
      at = parent;
    }
    return null;
  };
  return structure.edges.flatMap((edge) => {
    const source = member(edge.source);
    const target = member(edge.target);
    if (source === null || target === null || (source === target && edge.source !== edge.target)) return [];
    return [{ ...edge, source, target }];
  });
}

const FIRMNESS: Record<GraphEdge["kind"], number> = { static: 2, conditional: 1, command: 0 };

/** A path cannot tell a conditional edge from a `Command` to the same node: the firmest of them counts. */
function firmestPerTarget(edges: readonly GraphEdge[]): GraphEdge[] {
  const best = new Map<string, number>();
  for (const { target, kind } of edges) best.set(target, Math.max(FIRMNESS[kind], best.get(target) ?? 0));
  return edges.filter(({ target, kind }) => FIRMNESS[kind] === best.get(target));
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && [...a].sort().join("\n") === [...b].sort().join("\n");
}
