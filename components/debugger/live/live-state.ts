import type { LiveTask } from "@/lib/graph/overlay";
import type { Connection } from "@/lib/client/event-stream";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Run, RunState } from "@/lib/schema/run";
import type { Thread } from "@/lib/schema/thread";

/** One line or block of what a run said while it ran: a model's text, a tool call, a custom event, an update. */
export type LiveOutput = { key: string; kind: "text" | "tool" | "custom" | "update"; node: string; text: string };

export type LiveState = {
  connection: Connection;
  /** Null while the runner answers. */
  runnerTrouble: string | null;
  /** The thread was deleted while it was open. */
  deleted: boolean;
  thread: Thread | null;
  /** Checkpoints of the workflow's own namespace, oldest first. */
  entries: TimelineEntry[];
  /** All of the thread's checkpoints are among the entries. */
  isComplete: boolean;
  /** Checkpoints of the workflow's subgraphs, oldest first. Read from the server only where the workflow's drawing shows any. */
  inner: TimelineEntry[];
  /** All of them are there. */
  isInnerComplete: boolean;
  /** Newest first. */
  runs: Run[];
  /** Tasks of the newest steps of the active run. */
  tasks: LiveTask[];
  output: LiveOutput[];
  /** Last milliseconds per node, as measured live. */
  durations: Record<string, number>;
  /** The newest event taken per run: reconnects repeat events. */
  lastSeq: Record<string, number>;
  /** Counts up when the rows on the server are no longer what we know. */
  staleness: number;
  /** Counts up when the workflow was reloaded. */
  workflowVersion: number;
  /** Count up when somebody changed breakpoints, or labels of this thread. */
  breakpointsVersion: number;
  marksVersion: number;
};

export function createLiveState(initial: Partial<LiveState> = {}): LiveState {
  return {
    connection: "connecting",
    runnerTrouble: null,
    deleted: false,
    thread: null,
    entries: [],
    isComplete: false,
    inner: [],
    isInnerComplete: false,
    runs: [],
    tasks: [],
    output: [],
    durations: {},
    lastSeq: {},
    staleness: 0,
    workflowVersion: 0,
    breakpointsVersion: 0,
    marksVersion: 0,
    ...initial,
  };
}

export function isActive(state: RunState): boolean {
  return state.status === "pending" || state.status === "running";
}

/** The run that is under way on the thread: the running one, else the oldest that waits for its turn. */
export function findActiveRun(runs: Run[]): Run | null {
  return runs.find((run) => run.state.status === "running") ?? runs.findLast((run) => isActive(run.state)) ?? null;
}

/** Ids of LangGraph sort by time, but those of foreign savers need not. */
export function byAge(a: TimelineEntry, b: TimelineEntry): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  if (a.checkpoint_id === b.checkpoint_id) return 0;
  return a.checkpoint_id < b.checkpoint_id ? -1 : 1;
}

/** The usual case, newer ones at the end, does not sort. */
function mergeByAge(known: TimelineEntry[], added: TimelineEntry[]): TimelineEntry[] {
  if (added.length === 0) return known;
  const last = known.at(-1);
  const sorted = added.length === 1 ? added : [...added].sort(byAge);
  const first = sorted[0];
  if (!last || (first && byAge(last, first) < 0)) return [...known, ...sorted];
  const keyOf = (entry: TimelineEntry) => `${entry.checkpoint_id} ${entry.checkpoint_ns}`;
  const merged = new Map(known.map((entry) => [keyOf(entry), entry]));
  for (const entry of sorted) merged.set(keyOf(entry), entry);
  return [...merged.values()].sort(byAge);
}

/** Adds or replaces entries of the workflow itself, oldest first. */
export function mergeEntries(known: TimelineEntry[], added: TimelineEntry[]): TimelineEntry[] {
  return mergeByAge(
    known,
    added.filter((entry) => entry.checkpoint_ns === ""),
  );
}

/** Adds or replaces entries of its subgraphs, oldest first. */
export function mergeInner(known: TimelineEntry[], added: TimelineEntry[]): TimelineEntry[] {
  return mergeByAge(
    known,
    added.filter((entry) => entry.checkpoint_ns !== ""),
  );
}

/**
 * The entries after the newest rows were read again: what lies within the page's time is as the page says (rows may be
 * gone), older ones stay, and so do newer ones that arrived live meanwhile: those that were not there `before` the rows were
 * asked for. `page` is newest first.
 */
export function replaceNewest(known: TimelineEntry[], page: TimelineEntry[], before: TimelineEntry[]): TimelineEntry[] {
  const newest = page[0];
  const oldest = page.at(-1);
  if (!newest || !oldest) return known;
  const newer = known.filter((entry) => byAge(entry, newest) > 0);
  const gone = new Set(newer.length === 0 ? [] : before);
  const others = known.filter((entry) => byAge(entry, oldest) < 0);
  return mergeByAge([...others, ...newer.filter((entry) => !gone.has(entry))], page);
}

/** The entries without a checkpoint and everything that came of it, inside of subgraphs too. */
export function withoutBranch(state: Pick<LiveState, "entries" | "inner">, id: string): Pick<LiveState, "entries" | "inner"> {
  const gone = new Set([id]);
  // Parents stand before their children, but clocks of several machines may disagree: until nothing more is found.
  for (let size = 0; size < gone.size;) {
    size = gone.size;
    for (const { checkpoint_id, parent_checkpoint_id: parent } of state.entries) if (parent !== null && gone.has(parent)) gone.add(checkpoint_id);
  }
  const isGone = ({ outer_checkpoint_id: outer }: TimelineEntry) => outer !== undefined && gone.has(outer);
  return {
    entries: state.entries.filter((entry) => !gone.has(entry.checkpoint_id)),
    inner: state.inner.some(isGone) ? state.inner.filter((entry) => !isGone(entry)) : state.inner,
  };
}

function newestFirst(a: Run, b: Run): number {
  return a.created_at === b.created_at ? 0 : a.created_at < b.created_at ? 1 : -1;
}

/** Adds or replaces runs, newest first; an older version of a run that has already ended is not taken. */
export function mergeRuns(known: Run[], added: Run[]): Run[] {
  const merged = new Map(known.map((run) => [run.run_id, run]));
  for (const run of added) {
    const before = merged.get(run.run_id);
    if (before && !isActive(before.state) && isActive(run.state)) continue;
    merged.set(run.run_id, run);
  }
  return [...merged.values()].sort(newestFirst);
}
