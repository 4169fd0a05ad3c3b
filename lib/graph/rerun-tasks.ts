import type { TaskView } from "../schema/checkpoint";
import type { PlannedTask } from "../schema/rerun";
import { toNodePrefix } from "./visits";

/** A superstep of the workflow, or of a subgraph that has not come to its end, that a run goes on with. */
export type DueLevel = { checkpoint_ns: string; checkpoint_id: string; tasks: readonly TaskView[] };

/** How a run begins. */
export type Beginning = {
  /** The workflow's own level first, then the subgraphs that are entered where they stand. */
  levels: readonly DueLevel[];
  /** Results that the first level has already are not used: everything in it runs. */
  anew: boolean;
  /** Requests that get an answer: null for all that wait. */
  answered: ReadonlySet<string> | null;
};

/** A task of the first superstep, or one that is done and stays so. */
export type DueTask = { level: DueLevel; task: TaskView; node: string; again: boolean; why: PlannedTask["why"] };

function hasBegun(task: TaskView, entered: ReadonlySet<string>): boolean {
  return (
    task.attempts > 0 ||
    task.ms !== undefined ||
    task.status !== "pending" ||
    task.interrupts.length > 0 ||
    (task.checkpoint_ns !== null && entered.has(task.checkpoint_ns))
  );
}

function whyOf(task: TaskView, begun: boolean, { anew, answered }: Beginning, isFirst: boolean): PlannedTask["why"] {
  if (task.status === "done" || task.handles !== undefined) return "replayed";
  if (task.status === "interrupted") return answered === null || task.interrupts.some(({ id }) => answered.has(id)) ? "answered" : "unanswered";
  if (task.status === "failed") return "failed";
  if (!begun) return "next";
  return anew && isFirst ? "replayed" : "stopped";
}

/**
 * Which tasks a run starts with, by what LangGraph does: one that has a result is not run again, unless the superstep is run
 * anew; everything else of it starts from its first line, answered or not. The handler of an error that was handled has no
 * result of its own: it runs again, the task that failed does not.
 */
export function planTasks(beginning: Beginning): { due: DueTask[]; done: DueTask[] } {
  const due: DueTask[] = [];
  const done: DueTask[] = [];
  const entered = new Set(beginning.levels.map(({ checkpoint_ns }) => checkpoint_ns));
  const closed = new Set<string>();
  for (const [index, level] of beginning.levels.entries()) {
    if ([...closed].some((ns) => level.checkpoint_ns === ns || level.checkpoint_ns.startsWith(`${ns}|`))) continue;
    const anew = beginning.anew && index === 0;
    for (const task of level.tasks) {
      if (task.name === "__start__") continue;
      const begun = hasBegun(task, entered);
      const planned = {
        level,
        task,
        node: toNodePrefix(level.checkpoint_ns) + task.name,
        again: begun,
        why: whyOf(task, begun, beginning, index === 0),
      };
      const stays = !anew && (task.handled_by !== undefined || (task.status === "done" && task.handles === undefined));
      if (anew && task.handles !== undefined) continue;
      (stays ? done : due).push(planned);
      if (stays && task.checkpoint_ns !== null) closed.add(task.checkpoint_ns);
    }
  }
  return { due, done };
}
