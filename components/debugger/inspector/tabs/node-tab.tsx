import { Workflow } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Empty } from "@/components/ui/empty";
import { toNodePrefix } from "@/lib/graph/visits";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphNode } from "@/lib/schema/graph";
import { NodeActions } from "../../stepping/node-actions";
import { listWords } from "../../timeline/format";
import type { InspectorTabProps } from "../tab-props";
import { NodeTasks } from "./node-tasks";
import { shownNode } from "./shown-node";

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
  const { description, nodeId, entry, onSelectNode, onShowTrace } = props;
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
          <NodeFacts node={node} onShowTrace={onShowTrace} />
          <NodeTasks {...props} node={node} />
        </>
      )}
    </>
  );
}

/** The nodes of the moment: those that ran in this step, and those that run next. */
function NodePicker({ entry, current, onSelect }: { entry: TimelineEntry; current: string | null; onSelect: (id: string) => void }) {
  const prefix = toNodePrefix(entry.checkpoint_ns);
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
              aria-pressed={prefix + name === current}
              onClick={() => onSelect(prefix + name)}
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

function NodeFacts({ node, onShowTrace }: { node: GraphNode; onShowTrace: () => void }) {
  const triggers = node.triggers.filter((channel) => !channel.startsWith("branch:to:")).map(triggerText);
  return (
    <section className="border-b border-line px-3.5 py-2.5">
      <div className="flex items-center gap-1.5">
        <h3 className="min-w-0 truncate font-mono text-base font-semibold">{node.name}</h3>
        <Chip>{KIND_WORDS[node.kind]}</Chip>
        {node.defer ? <Chip>deferred</Chip> : null}
        <Button variant="ghost" size="sm" className="-my-1 ml-auto" onClick={onShowTrace}>
          Trace
        </Button>
      </div>
      {node.description === null ? null : <p className="mt-1">{node.description}</p>}
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm [&>dd]:font-mono [&>dd]:break-words [&>dt]:text-faint">
        {node.source === null ? null : <Fact name="code" value={`${node.source.file}:${node.source.line}`} />}
        {triggers.length === 0 ? null : <Fact name="runs on" value={triggers.join(", ")} />}
        {node.ends.length === 0 ? null : <Fact name="may go to" value={node.ends.map((end) => (end === "__end__" ? "the end" : end)).join(", ")} />}
        {node.parent === null ? null : <Fact name="inside" value={node.parent} />}
      </dl>
      {node.kind === "start" || node.kind === "end" ? null : <NodeActions nodeId={node.id} />}
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
