"use client";

import { formatCount } from "@/components/ui/format";
import { toNodePrefix } from "@/lib/graph/visits";
import type { TaskView, TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphNode } from "@/lib/schema/graph";
import { TaskRows } from "../../stepping/task-rows";
import { useNodeTasks } from "../../stepping/use-node-tasks";
import { formatStep } from "../../timeline/format";
import { useWorkbench } from "../../workbench-context";
import { QueryView } from "../query-state";
import type { InspectorTabProps } from "../tab-props";
import { useCheckpoint } from "../use-checkpoint";
import { TaskCard } from "./task-card";

/** More tasks than this are a list to choose from. */
const MOST_CARDS = 4;
const LIST_HEIGHT = 224;

type NodeTasksProps = InspectorTabProps & { node: GraphNode };

/** What the node did in this step, and what it is about to do or did from here. */
export function NodeTasks(props: NodeTasksProps) {
  const { node, entry } = props;
  const isOfLevel = node.id === toNodePrefix(entry.checkpoint_ns) + node.name;
  return isOfLevel ? <LevelTasks {...props} /> : <OtherLevelTasks node={node} />;
}

function LevelTasks({ node, entry, tree, threadId, checkpoint, onSelectCheckpoint }: NodeTasksProps) {
  const parentId = tree.parents.get(entry.checkpoint_id) ?? null;
  const parentEntry = parentId === null ? null : (tree.byId.get(parentId) ?? null);
  const ran = entry.nodes.includes(node.name);
  const parent = useCheckpoint(threadId, ran ? parentEntry : null, tree);
  const isNext = entry.next.includes(node.name);
  const tasksOf = (tasks: TaskView[]) => tasks.filter((task) => task.name === node.name);
  return (
    <>
      {ran && parentEntry !== null ? (
        <QueryView query={parent} what="tasks">
          {(view) => <TaskGroup title={`In this step (${formatStep(entry.step)})`} tasks={tasksOf(view.tasks)} />}
        </QueryView>
      ) : null}
      <QueryView query={checkpoint} what="tasks">
        {(view) => <TaskGroup title="From here" tasks={tasksOf(view.tasks)} />}
      </QueryView>
      {ran || isNext ? null : <OtherRuns node={node} entry={entry} tree={tree} onSelectCheckpoint={onSelectCheckpoint} />}
    </>
  );
}

/** A node of another graph than the one that is looked into: what it did last at this moment. */
function OtherLevelTasks({ node }: { node: GraphNode }) {
  const { tasks } = useNodeTasks(node.id);
  const views = tasks.flatMap(({ view }) => (view === null ? [] : [view]));
  if (views.length === 0) return <p className="px-3.5 py-3 text-muted">It has not run on the way here.</p>;
  return <TaskGroup title="In its newest step" tasks={views} />;
}

function TaskGroup({ title, tasks }: { title: string; tasks: TaskView[] }) {
  const { selection, select } = useWorkbench();
  if (tasks.length === 0) return null;
  const selected = tasks.find(({ id }) => id === selection.task);
  const isList = tasks.length > MOST_CARDS;
  const shown = isList ? [selected ?? mostTelling(tasks)] : tasks;
  const rows = tasks.map((view) => ({ id: view.id, status: view.status, view, error: view.error?.message ?? null, ms: null }));
  return (
    <section className="border-b border-line">
      <h4 className="px-3.5 pt-2.5 pb-1.5 text-sm text-faint">
        {title}
        {tasks.length > 1 ? ` · ${formatCount(tasks.length, "task")} side by side` : ""}
      </h4>
      {isList ? (
        <div className="border-y border-line bg-canvas">
          <TaskRows
            label={`Tasks of ${tasks[0]?.name ?? "the node"}`}
            tasks={rows}
            selectedId={shown[0]?.id ?? null}
            maxHeight={LIST_HEIGHT}
            onSelect={(task) => select({ task })}
          />
        </div>
      ) : null}
      <div className="flex flex-col gap-3 px-3.5 pt-1 pb-2.5">
        {shown.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            number={tasks.length > 1 ? tasks.indexOf(task) + 1 : null}
            isSelected={!isList && task.id === selection.task}
          />
        ))}
      </div>
    </section>
  );
}

/** The first that failed, else the first that asks, else the first. */
function mostTelling(tasks: readonly TaskView[]): TaskView {
  const [first] = tasks;
  const told = tasks.find(({ status }) => status === "failed") ?? tasks.find(({ status }) => status === "interrupted") ?? first;
  if (told === undefined) throw new RangeError("There is no task to show.");
  return told;
}

const SHOWN_RUNS = 12;

type OtherRunsProps = Pick<InspectorTabProps, "entry" | "tree" | "onSelectCheckpoint"> & { node: GraphNode };

/** Where on the way to this moment the node ran, for a node that did not run in this step. */
function OtherRuns({ node, entry, tree, onSelectCheckpoint }: OtherRunsProps) {
  const steps: TimelineEntry[] = [];
  for (let id = tree.parents.get(entry.checkpoint_id) ?? null; id !== null; id = tree.parents.get(id) ?? null) {
    const before = tree.byId.get(id);
    if (before?.nodes.includes(node.name)) steps.push(before);
  }
  if (node.kind === "start" || node.kind === "end") return null;
  if (steps.length === 0) return <p className="px-3.5 py-3 text-muted">It has not run on the way here.</p>;
  return (
    <p className="flex flex-wrap gap-x-2 gap-y-1 px-3.5 py-3 text-muted">
      <span>Ran in</span>
      {steps
        .slice(0, SHOWN_RUNS)
        .reverse()
        .map((step) => (
          <button
            key={step.checkpoint_id}
            type="button"
            onClick={() => onSelectCheckpoint(step.checkpoint_id)}
            className="rounded underline decoration-line-strong underline-offset-2 hover:text-text"
          >
            step {formatStep(step.step)}
          </button>
        ))}
    </p>
  );
}
