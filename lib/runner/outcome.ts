import type { TaskView, TimelineEntry } from "../schema/checkpoint";
import type { RunError, RunSpec } from "../schema/run";
import type { ThreadStatus } from "../schema/thread";
import { statusFromRows } from "../store/adopt";
import { readCheckpoint } from "../store/checkpoints";
import type { Store } from "../store/open";
import type { TerminalRunState } from "../store/runs";
import { latestEntry } from "../store/timeline";
import { publicReason } from "./debugger/public-stops";
import type { DebugSession } from "./debugger/session";
import type { PregelLike } from "./langgraph";
import { failedTaskId, isConcurrentUpdate, toRunError, type Collision } from "./run-error";
import type { TaskTracker } from "./task-tracker";

export type Ending = {
  spec: RunSpec;
  store: Store;
  projectDir: string;
  /** Null when the run failed before its graph was made. */
  graph: PregelLike | null;
  tracker: TaskTracker;
  debug: DebugSession;
  /** What the run threw, if it did. */
  error: { thrown: unknown } | null;
  /** Who asked it to stop, if somebody did. */
  cancelledBy: string | null;
};

/** How a run ended, from what it threw and what its tasks told. */
export async function decideOutcome(ending: Ending): Promise<TerminalRunState> {
  const { error, cancelledBy, tracker, debug } = ending;
  const { stopped } = debug;
  const hits = Object.keys(debug.hits).length === 0 ? {} : { hits: debug.hits };
  if (error !== null) {
    if (cancelledBy !== null) return { status: "cancelled", by: cancelledBy };
    return { status: "error", error: await errorOf(ending, error.thrown) };
  }
  const interrupts = tracker.asked();
  if (interrupts.length > 0) return { status: "interrupted", interrupts, breakpoint: stopped, ...hits };
  // A breakpoint after the last node stops nothing: there is no way to go on from it.
  if ((stopped === null && !tracker.sawBreakpoint) || (await headOf(ending))?.next.length === 0) return { status: "success" };
  return { status: "interrupted", interrupts: [], breakpoint: stopped ?? (await breakpointOf(ending)), ...hits };
}

/** The status that a thread takes from its run's end. */
export function threadStatus(store: Store, threadId: string, state: TerminalRunState): ThreadStatus {
  // A run that ended badly leaves its thread waiting if another of its tasks asked for something.
  const fromRows = state.status === "success" || state.status === "interrupted" ? "idle" : statusFromRows(store, threadId);
  switch (state.status) {
    case "interrupted":
      return "interrupted";
    case "error":
    case "crashed":
    case "budget_exceeded":
      return fromRows === "interrupted" ? fromRows : "error";
    case "cancelled":
      return fromRows;
    case "success":
      return "idle";
  }
}

async function errorOf(ending: Ending, thrown: unknown): Promise<RunError> {
  const { tracker, projectDir } = ending;
  const taskId = failedTaskId(thrown);
  const known = taskId === null || tracker.nodeOf(taskId) !== null;
  const tasks = known && !isConcurrentUpdate(thrown) ? [] : await headTasks(ending);
  const error = toRunError(thrown, {
    projectDir,
    nodeOf: (id) => tracker.nodeOf(id) ?? tasks.find((task) => task.id === id)?.name ?? null,
    collisions: collisionsOf(tasks),
  });
  if (taskId !== null) tracker.onFailure(taskId, { name: error.name, message: error.message });
  return error;
}

/** The tasks of the step that did not come about, from the rows: the stream breaks off with an error and may not tell. */
async function headTasks({ store, spec, tracker }: Ending): Promise<readonly TaskView[]> {
  const head = tracker.head?.checkpoint_id;
  const checkpoint = await readCheckpoint(store, { thread_id: spec.thread_id, ...(head === undefined ? {} : { checkpoint_id: head }) });
  return checkpoint?.tasks ?? [];
}

function collisionsOf(tasks: readonly TaskView[]): Collision[] {
  const nodes = new Map<string, string[]>();
  for (const task of tasks) {
    for (const channel of Object.keys(task.result ?? {})) nodes.set(channel, [...(nodes.get(channel) ?? []), task.name]);
  }
  return [...nodes].flatMap(([channel, names]) => (names.length > 1 ? [{ channel, nodes: names }] : []));
}

function matching(list: readonly string[] | "*" | undefined, nodes: readonly string[]): string[] {
  if (list === undefined) return [];
  return list === "*" ? [...nodes] : nodes.filter((node) => list.includes(node));
}

type Stopped = NonNullable<Extract<TerminalRunState, { status: "interrupted" }>["breakpoint"]>;

async function headOf({ spec, store, tracker }: Ending): Promise<TimelineEntry | null> {
  return tracker.head ?? (await latestEntry(store, spec.thread_id, ""));
}

async function breakpointOf(ending: Ending): Promise<Stopped> {
  const { spec, graph } = ending;
  const head = await headOf(ending);
  const next = head?.next ?? [];
  const place = { checkpoint_ns: "", checkpoint_id: head?.checkpoint_id ?? null };
  const before = [...matching(spec.interrupt_before, next), ...matching(graph?.interruptBefore, next)];
  const after = [...matching(spec.interrupt_after, head?.nodes ?? []), ...matching(graph?.interruptAfter, head?.nodes ?? [])];
  if (before.length > 0) return { ...place, nodes: [...new Set(before)], when: "before", reason: publicReason(spec, "before", before) };
  if (after.length > 0) return { ...place, nodes: [...new Set(after)], when: "after", reason: publicReason(spec, "after", after) };
  // A breakpoint inside of a subgraph stops before the node that runs it has ended.
  return { ...place, nodes: next, when: "before", reason: { kind: "static" } };
}
