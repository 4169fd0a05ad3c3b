import type { TaskView, TimelineEntry } from "../schema/checkpoint";
import type { GraphDescription } from "../schema/graph";
import { countVisits, toNodePrefix, type Visits } from "./visits";

/** `idle`: not reached. `next`: runs when the thread goes on from the selected moment. */
export type NodeStatus = "idle" | "next" | "running" | "done" | "interrupted" | "failed";
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
};

export type OverlayInput = {
  description: GraphDescription;
  /** Root to selected checkpoint, one branch. Entries of subgraphs may be among them; each namespace is its own path. */
  path: TimelineEntry[];
  /** Tasks of the selected checkpoint. */
  tasks: TaskView[];
  /** Tasks of a run that is active on this branch; empty when looking at the past. */
  live: LiveTask[];
  /** Newest wall time per node id in milliseconds. */
  durations?: Record<string, number>;
};

const IDLE: NodeOverlay = { status: "idle", visits: 0, ms: null, attempts: 0, tasks: 0, error: null };

/** What to show at the selected moment, one entry for every node and edge of the description. */
export function computeOverlay({ description, path, tasks, live, durations = {} }: OverlayInput): CanvasOverlay {
  const overlay: CanvasOverlay = {
    nodes: Object.fromEntries(description.nodes.map(({ id }) => [id, { ...IDLE, ms: durations[id] ?? null }])),
    edges: Object.fromEntries(description.edges.map(({ id }) => [id, { taken: 0, last: false }])),
  };
  const steps = new Map<string, number | null>();
  for (const [ns, entries] of groupBy(path, ({ checkpoint_ns }) => checkpoint_ns)) steps.set(ns, applyPath(overlay, description, entries));
  const counted = applyTasks(overlay, toNodePrefix(path.at(-1)?.checkpoint_ns ?? ""), tasks);
  applyLive(overlay, live, steps, counted);
  for (const [ns, group] of groupBy(live, ({ checkpoint_ns }) => checkpoint_ns)) {
    if (!steps.has(ns)) applyEdges(overlay, countVisits(description, toLivePath(group, isOver(ns, live))));
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

function applyPath(overlay: CanvasOverlay, description: GraphDescription, path: readonly TimelineEntry[]): number | null {
  const visits = countVisits(description, path);
  for (const [id, count] of visits.nodes)
    patch(overlay, id, (node) => ({ status: "done", visits: node.visits + count, attempts: Math.min(count, 1), tasks: Math.min(count, 1) }));
  applyEdges(overlay, visits);
  applyNext(overlay, path);
  return visits.step;
}

function applyEdges(overlay: CanvasOverlay, visits: Visits): void {
  for (const [source, targets] of visits.undeclared) {
    for (const [target, taken] of targets) {
      const id = JSON.stringify(["undeclared", source, target]);
      overlay.edges[id] = { taken, last: false };
      overlay.undeclared = [...(overlay.undeclared ?? []), { id, source, target }];
    }
  }
  for (const [id, taken] of visits.edges) {
    const known = overlay.edges[id];
    if (known !== undefined) overlay.edges[id] = { taken: known.taken + taken, last: known.last || visits.last.has(id) };
  }
}

/** Without its tasks, the index still tells what is due at a moment, and with a single node also how it ended. */
function applyNext(overlay: CanvasOverlay, path: readonly TimelineEntry[]): void {
  const selected = path.at(-1);
  if (selected === undefined) return;
  const prefix = toNodePrefix(selected.checkpoint_ns);
  const alone = new Set(selected.next).size === 1;
  const status: NodeStatus = alone && selected.has_error ? "failed" : alone && selected.has_interrupt ? "interrupted" : "next";
  for (const [id, same] of groupBy(selected.next, (name) => prefix + name)) patch(overlay, id, () => ({ status, tasks: same.length }));
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
      tasks: fresh.length,
      ms: status === "running" ? null : (ms ?? node.ms),
      attempts: Math.max(node.attempts, 1),
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
