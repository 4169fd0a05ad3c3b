import type { TaskView, TimelineEntry } from "../schema/checkpoint";
import type { GraphDescription } from "../schema/graph";
import { countVisits, toNodePrefix, type Visits } from "./visits";

/** `idle`: not reached. `next`: runs when the thread goes on from the selected moment. */
export type NodeStatus = "idle" | "next" | "running" | "done" | "interrupted" | "failed";
/** Side effects of a node that were executed more than once. */
export type NodeRepeats = {
  /** The most executions of one of them. */
  times: number;
  /** At least one happened more than once, or may have. */
  isHarmful: boolean;
  /** One sentence each. */
  words: string[];
};
export type NodeOverlay = {
  status: NodeStatus;
  /** Supersteps in which the node ran on this branch. */
  visits: number;
  /** Wall time of the newest execution in milliseconds. */
  ms: number | null;
  /** Attempts of the newest task; 0 for a node that never ran. */
  attempts: number;
  /** Parallel instances (`Send`) in its newest superstep; 0 for a node that never ran. */
  tasks: number;
  error: string | null;
  /** Its newest tasks did not run: their results came from the node's cache. */
  cached?: boolean;
  repeats?: NodeRepeats;
};
/** A way that a run took although the description has no edge for it. */
export type UndeclaredEdge = { id: string; source: string; target: string };
export type CanvasOverlay = {
  nodes: Record<string, NodeOverlay>;
  /** Keyed by `GraphEdge.id`, or by the id of an undeclared edge. */
  edges: Record<string, { taken: number; last: boolean }>;
  /** Edges that only the run has shown, e.g. the target of a `Command` without declared ends. */
  undeclared?: UndeclaredEdge[];
};

/** A task of a run that is active, as far as its events have told. */
export type LiveTask = {
  task_id: string;
  node: string;
  checkpoint_ns: string;
  step: number;
  status: "running" | "done" | "interrupted" | "failed";
  ms: number | null;
  error: string | null;
  /** Counts up when the node is tried again; 1 where nothing is said. */
  attempt?: number;
  /** Nothing ran: its result was there already. */
  cached?: boolean;
};

export type OverlayInput = {
  description: GraphDescription;
  /**
   * Root to selected checkpoint, one branch; the selected one is the last. Entries of subgraphs may be among them: each
   * namespace is its own path, several of one subgraph (`Send`) add up.
   */
  path: TimelineEntry[];
  /** Tasks of the selected checkpoint. */
  tasks: TaskView[];
  /** Tasks of a run that is active on this branch; empty when looking at the past. */
  live: LiveTask[];
  /** Newest wall time per node id in milliseconds. */
  durations?: Record<string, number>;
  /** What the newest execution of each node took, where its run measured it. */
  measures?: Readonly<Record<string, NodeMeasure>> | undefined;
};

export type NodeMeasure = { ms: number | null; attempts: number; cached: boolean };

const IDLE: NodeOverlay = { status: "idle", visits: 0, ms: null, attempts: 0, tasks: 0, error: null };

/** What to show at the selected moment, one entry for every node and edge of the description. */
export function computeOverlay({ description, path, tasks, live, durations = {}, measures = {} }: OverlayInput): CanvasOverlay {
  const overlay: CanvasOverlay = {
    nodes: Object.fromEntries(description.nodes.map(({ id }) => [id, { ...IDLE, ms: durations[id] ?? null }])),
    edges: Object.fromEntries(description.edges.map(({ id }) => [id, { taken: 0, last: false }])),
  };
  const paths = groupBy(path, ({ checkpoint_ns }) => checkpoint_ns);
  const steps = applyPaths(overlay, description, paths);
  applyMeasures(overlay, measures);
  const counted = applyTasks(overlay, toNodePrefix(path.at(-1)?.checkpoint_ns ?? ""), tasks);
  applyLive(overlay, live, steps, counted);
  for (const [ns, group] of groupBy(live, ({ checkpoint_ns }) => checkpoint_ns)) {
    if (!steps.has(ns)) applyEdges(overlay, countVisits(description, toLivePath(group, isOver(ns, live))), true);
  }
  applyMarks(overlay, description, path);
  return overlay;
}

/** The superstep of a run's first nodes; the one before takes the input. */
const FIRST_STEP = 1;

/** A namespace of which no checkpoint is known yet: its supersteps as far as its tasks tell. */
function toLivePath(tasks: readonly LiveTask[], isOver: boolean): TimelineEntry[] {
  const groups = [...groupBy(tasks, ({ step }) => String(step)).values()].sort((a, b) => (a[0]?.step ?? 0) - (b[0]?.step ?? 0));
  const supersteps = groups.map((group) => ({ step: group[0]?.step ?? 0, names: group.map(({ node }) => node) }));
  if (supersteps[0]?.step === FIRST_STEP) supersteps.unshift({ step: FIRST_STEP - 1, names: ["__start__"] });
  // What the newest superstep leads to is only known once the subgraph is over.
  const known = isOver ? supersteps : supersteps.slice(0, -1);
  return known.map(({ step, names }, index) => toLiveEntry(tasks[0]?.checkpoint_ns ?? "", step, names, supersteps[index + 1]?.names ?? []));
}

function toLiveEntry(checkpoint_ns: string, step: number, nodes: string[], next: string[]): TimelineEntry {
  const unknown = { parent_checkpoint_id: null, run_id: null, created_at: "", changed: [], bytes: 0, has_error: false, has_interrupt: false };
  return { ...unknown, checkpoint_id: String(step), checkpoint_ns, source: "loop", step, nodes, next };
}

/** The task that runs the subgraph is done. */
function isOver(checkpointNs: string, live: readonly LiveTask[]): boolean {
  return live.some(({ task_id, status }) => status === "done" && checkpointNs.endsWith(`:${task_id}`));
}

/** Gives the step of the newest checkpoint per namespace. */
function applyPaths(overlay: CanvasOverlay, description: GraphDescription, paths: ReadonlyMap<string, TimelineEntry[]>): Map<string, number | null> {
  const unfinished = findUnfinished(paths);
  const outers = new Map<string, string>();
  const steps = new Map<string, number | null>();
  for (const [ns, path] of paths) {
    const isUnfinished = unfinished.has(ns);
    const visits = countVisits(description, isUnfinished ? path : toItsEnd(path));
    applyEdges(overlay, visits, isUnfinished);
    applyNodes(overlay, visits, isUnfinished ? dueAfter(path) : failedAfter(path), outers, path.at(-1)?.outer_checkpoint_id);
    steps.set(ns, visits.step);
  }
  return steps;
}

/** Namespaces whose last checkpoint is the present: of subgraphs, those that run for the last checkpoint around them. */
function findUnfinished(paths: ReadonlyMap<string, TimelineEntry[]>): Set<string> {
  const unfinished = new Set<string>();
  const heads = new Set<string>();
  const outermostFirst = [...paths].sort(([a], [b]) => a.split("|").length - b.split("|").length || a.length - b.length);
  for (const [ns, path] of outermostFirst) {
    const head = path.at(-1);
    if (head === undefined || (head.outer_checkpoint_id !== undefined && !heads.has(head.outer_checkpoint_id))) continue;
    unfinished.add(ns);
    heads.add(head.checkpoint_id);
  }
  return unfinished;
}

/** A subgraph that was left by a `Command` to the graph around it saved nothing after its last nodes; they did run. */
function toItsEnd(path: TimelineEntry[]): TimelineEntry[] {
  const head = path.at(-1);
  if (head === undefined || head.next.length === 0 || head.has_error) return path;
  return [...path, { ...head, parent_checkpoint_id: head.checkpoint_id, source: "loop", step: head.step + 1, nodes: head.next, next: [] }];
}

type Due = ReadonlyMap<string, { status: NodeStatus; tasks: number }>;

/** Without its tasks, the index still tells what is due at a moment, and with a single node also how it ended. */
function dueAfter(path: readonly TimelineEntry[]): Due {
  const due = new Map<string, { status: NodeStatus; tasks: number }>();
  const head = path.at(-1);
  if (head === undefined) return due;
  const alone = new Set(head.next).size === 1;
  const status: NodeStatus = alone && head.has_error ? "failed" : alone && head.has_interrupt ? "interrupted" : "next";
  const prefix = toNodePrefix(head.checkpoint_ns);
  for (const [id, same] of groupBy(head.next, (name) => prefix + name)) due.set(id, { status, tasks: same.length });
  return due;
}

/** Nothing is due any more in a subgraph that came to its end; what failed in it still did. */
function failedAfter(path: readonly TimelineEntry[]): Due {
  return path.at(-1)?.has_error === true ? dueAfter(path) : dueAfter([]);
}

/** `outers` remembers for whom each node was shown: runs side by side add up, a later one shows what it came to. */
function applyNodes(overlay: CanvasOverlay, visits: Visits, due: Due, outers: Map<string, string>, outer: string | undefined): void {
  for (const id of new Set([...visits.nodes.keys(), ...due.keys()])) {
    const count = visits.nodes.get(id) ?? 0;
    const ran = Math.min(count, 1);
    const { status, tasks } = due.get(id) ?? { status: visits.handled.has(id) ? ("failed" as const) : ("done" as const), tasks: ran };
    const isBeside = outer !== undefined && outers.get(id) === outer;
    patch(overlay, id, (node) => ({
      status: isBeside ? mostUrgent([node.status, status]) : status,
      visits: node.visits + count,
      attempts: Math.max(node.attempts, ran),
      tasks: isBeside ? node.tasks + tasks : tasks,
    }));
    if (outer !== undefined) outers.set(id, outer);
  }
}

function applyEdges(overlay: CanvasOverlay, visits: Visits, isUnfinished: boolean): void {
  for (const [source, targets] of visits.undeclared) {
    for (const [target, taken] of targets) {
      const id = JSON.stringify(["undeclared", source, target]);
      const known = overlay.edges[id];
      overlay.edges[id] = { taken: (known?.taken ?? 0) + taken, last: false };
      if (known === undefined) overlay.undeclared = [...(overlay.undeclared ?? []), { id, source, target }];
    }
  }
  for (const [id, taken] of visits.edges) {
    const known = overlay.edges[id];
    if (known !== undefined) overlay.edges[id] = { taken: known.taken + taken, last: known.last || (isUnfinished && visits.last.has(id)) };
  }
}

/** Only of nodes that have run: one that is due says what it is about to do. */
function applyMeasures(overlay: CanvasOverlay, measures: Readonly<Record<string, NodeMeasure>>): void {
  for (const [id, { ms, attempts, cached }] of Object.entries(measures)) {
    patch(overlay, id, (node) => ({
      ms: ms ?? node.ms,
      ...(node.status === "done" ? { attempts: Math.max(node.attempts, attempts), ...(cached ? { cached } : {}) } : {}),
    }));
  }
}

/** Start and end have no tasks: a start is reached when something left it, an end when nothing else is due after it. */
function applyMarks(overlay: CanvasOverlay, description: GraphDescription, path: readonly TimelineEntry[]): void {
  const taken = description.edges.filter(({ id }) => (overlay.edges[id]?.taken ?? 0) > 0);
  const left = new Set(taken.map(({ source }) => source));
  const entered = new Set(taken.map(({ target }) => target));
  const goesOn = path.findLast(({ checkpoint_ns }) => checkpoint_ns === "")?.next.length !== 0;
  for (const { id, kind, parent } of description.nodes) {
    const isReached =
      kind === "start" ? left.has(id) || (parent === null && path.length > 0) : kind === "end" && entered.has(id) && !(parent === null && goesOn);
    if (isReached) patch(overlay, id, () => ({ status: "done", visits: 1 }));
  }
}

const TASK_STATUS: Record<TaskView["status"], NodeStatus> = { pending: "next", done: "done", interrupted: "interrupted", failed: "failed" };
/** What a node with several tasks shows: the state that asks most for attention. */
const URGENCY: Record<NodeStatus, number> = { failed: 5, interrupted: 4, running: 3, next: 2, done: 1, idle: 0 };

/** Returns the nodes whose tasks count as a visit that no checkpoint of the path has yet. */
function applyTasks(overlay: CanvasOverlay, prefix: string, tasks: readonly TaskView[]): Set<string> {
  const counted = new Set<string>();
  for (const [id, group] of groupBy(tasks, ({ name }) => prefix + name)) {
    const status = mostUrgent(group.map((task) => TASK_STATUS[task.status]));
    const hasRun = status !== "next";
    if (hasRun) counted.add(id);
    const failed = group.find((task) => task.status === "failed");
    const attempts = Math.max(...group.map((task) => task.attempts), hasRun ? 1 : 0);
    patch(overlay, id, (node) => ({
      status,
      attempts,
      tasks: group.length,
      visits: node.visits + (hasRun ? 1 : 0),
      ...(group.every((task) => task.cached === true) ? { cached: true } : {}),
      error: failed?.error?.message ?? null,
    }));
  }
  return counted;
}

function applyLive(overlay: CanvasOverlay, live: readonly LiveTask[], steps: ReadonlyMap<string, number | null>, counted: ReadonlySet<string>): void {
  for (const [id, group] of groupBy(live, (task) => toNodePrefix(task.checkpoint_ns) + task.node)) {
    const current = newestPerNamespace(group);
    const times = current.flatMap(({ ms }) => (ms === null ? [] : [ms]));
    const fresh = current.filter((task) => isAhead(task, steps));
    const ms = times.length === 0 ? null : Math.max(...times);
    if (fresh.length === 0) {
      // The path already has what these tasks did; only their time is news.
      patch(overlay, id, (node) => ({ ms: ms ?? node.ms }));
      continue;
    }
    const status = mostUrgent(fresh.map((task) => task.status));
    const ahead = new Set(group.filter((task) => isAhead(task, steps)).map((task) => `${task.checkpoint_ns} ${task.step}`)).size;
    patch(overlay, id, (node) => ({
      status,
      tasks: Math.max(node.tasks, fresh.length),
      ms: status === "running" ? null : (ms ?? node.ms),
      attempts: Math.max(...fresh.map(({ attempt = 1 }) => attempt)),
      cached: fresh.every(({ cached }) => cached === true),
      visits: node.visits + ahead - (counted.has(id) ? 1 : 0),
      error: fresh.find((task) => task.status === "failed")?.error ?? null,
    }));
  }
}

function newestPerNamespace(tasks: readonly LiveTask[]): LiveTask[] {
  return [...groupBy(tasks, ({ checkpoint_ns }) => checkpoint_ns).values()].flatMap((group) => {
    const newest = Math.max(...group.map(({ step }) => step));
    return group.filter(({ step }) => step === newest);
  });
}

function isAhead({ checkpoint_ns, step }: LiveTask, steps: ReadonlyMap<string, number | null>): boolean {
  return step > (steps.get(checkpoint_ns) ?? Number.NEGATIVE_INFINITY);
}

function mostUrgent(statuses: readonly NodeStatus[]): NodeStatus {
  return statuses.reduce<NodeStatus>((most, status) => (URGENCY[status] > URGENCY[most] ? status : most), "idle");
}

function patch(overlay: CanvasOverlay, id: string, change: (node: NodeOverlay) => Partial<NodeOverlay>): void {
  const known = overlay.nodes[id];
  if (known !== undefined) overlay.nodes[id] = { ...known, ...change(known) };
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}
