import { Workflow } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphNode } from "@/lib/schema/graph";
import { formatStep, listWords } from "../../timeline/format";
import type { InspectorTabProps } from "../tab-props";
import { useCheckpoint } from "../use-checkpoint";
import { QueryView } from "../query-state";
import { shownNode } from "./shown-node";
import { TaskCard } from "./task-card";

const KIND_WORDS: Record<GraphNode["kind"], string> = {
  start: "start",
  end: "end",
  node: "function",
  tools: "tools",
  agent: "agent",
  subgraph: "subgraph",
  error_handler: "error handler",
};

/** One node: what it is, and what it did or is about to do at the selected moment. */
export function NodeTab(props: InspectorTabProps) {
  const { description, nodeId, entry, onSelectNode } = props;
  const node = shownNode(description, nodeId, entry);
  return (
    <>
      <NodePicker entry={entry} current={node?.id ?? null} onSelect={onSelectNode} />
      {node === null ? (
        <Empty icon={<Workflow />} title="No node selected">
          Select a node on the canvas to see what it did here.
        </Empty>
      ) : (
        <>
          <NodeFacts node={node} />
          <NodeTasks {...props} node={node} />
        </>
      )}
    </>
  );
}

/** The nodes of the moment: those that ran in this step, and those that run next. */
function NodePicker({ entry, current, onSelect }: { entry: TimelineEntry; current: string | null; onSelect: (id: string) => void }) {
  const groups = [
    { label: "ran", names: [...new Set(entry.nodes.filter((name) => name !== "__start__"))] },
    { label: "next", names: [...new Set(entry.next.filter((name) => name !== "__start__"))] },
  ].filter((group) => group.names.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line px-3.5 py-2 text-sm text-faint">
      {groups.map((group) => (
        <span key={group.label} className="flex flex-wrap items-center gap-1.5">
          {group.label}
          {group.names.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === current}
              onClick={() => onSelect(name)}
              className="rounded border border-line px-1.5 font-mono text-text hover:bg-hover aria-pressed:border-line-strong aria-pressed:bg-hover aria-pressed:font-semibold"
            >
              {name}
            </button>
          ))}
        </span>
      ))}
    </div>
  );
}

function NodeFacts({ node }: { node: GraphNode }) {
  const triggers = node.triggers.filter((channel) => !channel.startsWith("branch:to:")).map(triggerText);
  return (
    <section className="border-b border-line px-3.5 py-2.5">
      <div className="flex items-center gap-1.5">
        <h3 className="min-w-0 truncate font-mono text-base font-semibold">{node.name}</h3>
        <Chip>{KIND_WORDS[node.kind]}</Chip>
        {node.defer ? <Chip>deferred</Chip> : null}
      </div>
      {node.description === null ? null : <p className="mt-1">{node.description}</p>}
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm [&>dd]:font-mono [&>dd]:break-words [&>dt]:text-faint">
        {node.source === null ? null : <Fact name="code" value={`${node.source.file}:${node.source.line}`} />}
        {triggers.length === 0 ? null : <Fact name="runs on" value={triggers.join(", ")} />}
        {node.ends.length === 0 ? null : <Fact name="may go to" value={node.ends.map((end) => (end === "__end__" ? "the end" : end)).join(", ")} />}
        {node.parent === null ? null : <Fact name="inside" value={node.parent} />}
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** The name of a join in words; other names are channels of the state. */
function triggerText(channel: string): string {
  const join = /^join:(.+):[^:]+$/.exec(channel)?.[1];
  return join === undefined ? channel : `${listWords(join.split("+"))} all done`;
}

function NodeTasks({ node, entry, tree, threadId, checkpoint, onSelectCheckpoint }: InspectorTabProps & { node: GraphNode }) {
  const parentId = tree.parents.get(entry.checkpoint_id) ?? null;
  const parentEntry = parentId === null ? null : (tree.byId.get(parentId) ?? null);
  const ran = entry.nodes.includes(node.name);
  const parent = useCheckpoint(threadId, ran ? parentEntry : null, tree);
  const isNext = entry.next.includes(node.name);
  return (
    <>
      {ran && parentEntry !== null ? (
        <QueryView query={parent} what="tasks">
          {(view) => <TaskGroup title={`In this step (${formatStep(entry.step)})`} tasks={view.tasks.filter((task) => task.name === node.name)} />}
        </QueryView>
      ) : null}
      <QueryView query={checkpoint} what="tasks">
        {(view) => <TaskGroup title="From here" tasks={view.tasks.filter((task) => task.name === node.name)} />}
      </QueryView>
      {ran || isNext ? null : <OtherRuns node={node} entry={entry} tree={tree} onSelectCheckpoint={onSelectCheckpoint} />}
    </>
  );
}

function TaskGroup({ title, tasks }: { title: string; tasks: Parameters<typeof TaskCard>[0]["task"][] }) {
  if (tasks.length === 0) return null;
  return (
    <section className="border-b border-line px-3.5 py-2.5">
      <h4 className="mb-1.5 text-sm text-faint">
        {title}
        {tasks.length > 1 ? ` · ${formatCount(tasks.length, "task")}` : ""}
      </h4>
      <div className="flex flex-col gap-2">
        {tasks.map((task) => (
          <TaskCard key={task.id} task={task} />
        ))}
      </div>
    </section>
  );
}

const SHOWN_RUNS = 12;

/** Where on the way to this moment the node ran, for a node that did not run in this step. */
function OtherRuns({
  node,
  entry,
  tree,
  onSelectCheckpoint,
}: Pick<InspectorTabProps, "entry" | "tree" | "onSelectCheckpoint"> & { node: GraphNode }) {
  const steps: TimelineEntry[] = [];
  for (let id = tree.parents.get(entry.checkpoint_id) ?? null; id !== null; id = tree.parents.get(id) ?? null) {
    const before = tree.byId.get(id);
    if (before?.nodes.includes(node.name)) steps.push(before);
  }
  if (node.kind === "start" || node.kind === "end") return null;
  if (steps.length === 0) return <p className="px-3.5 py-3 text-muted">{`It has not run on the way here.`}</p>;
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
