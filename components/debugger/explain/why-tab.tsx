import { useQuery } from "@tanstack/react-query";
import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { Empty } from "@/components/ui/empty";
import { Select } from "@/components/ui/field";
import { getWhy } from "@/lib/client/api";
import { levelNodes } from "@/lib/graph/levels";
import { toNodePrefix } from "@/lib/graph/visits";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { QueryView } from "../inspector/query-state";
import type { InspectorTabProps } from "../inspector/tab-props";
import { formatStep } from "../timeline/format";
import { RoutesSection } from "./routes-section";
import { WhyView } from "./why-view";

/** Why a node ran, runs next, or does not, and where its routers led and would lead now. */
export function WhyTab(props: InspectorTabProps) {
  const { entry, nodeId, threadId, tree, description, busy } = props;
  const names = nodeNames(props);
  const [chosen, setChosen] = useState<string | null>(null);
  const selected = ownName(nodeId, entry, names);
  const [seen, setSeen] = useState(selected);
  if (seen !== selected) {
    setSeen(selected);
    setChosen(null);
  }
  const node = chosen ?? selected ?? mostAsked(entry, names);
  if (node === undefined) {
    return (
      <Empty icon={<CircleHelp />} title="No node to explain">
        This checkpoint belongs to a graph that the workflow does not show: one that a node calls from its own code.
      </Empty>
    );
  }
  const parentId = tree.parents.get(entry.checkpoint_id) ?? null;
  const before = parentId === null ? null : (tree.byId.get(parentId) ?? null);
  const ran = entry.source !== "update" && entry.nodes.includes(node);
  const isNext = entry.next.includes(node);
  const shared = { threadId, node, tree, onSelectCheckpoint: props.onSelectCheckpoint };
  return (
    <>
      <label className="flex items-center gap-2 border-b border-line px-3.5 py-2 text-sm text-muted">
        Why
        <Select value={node} onChange={(event) => setChosen(event.target.value)} className="font-mono text-text" aria-label="Node to explain">
          {[...new Set([node, ...names])].map((name) => (
            <option key={name} value={name}>
              {name === "__start__" ? "start" : name}
              {entry.nodes.includes(name) && entry.source !== "update" ? " · ran" : entry.next.includes(name) ? " · next" : ""}
            </option>
          ))}
        </Select>
      </label>
      {ran && before !== null ? <WhySection {...shared} from={before} title={`Why it ran in this step (${formatStep(entry.step)})`} settled /> : null}
      {entry.source === "update" && entry.nodes.includes(node) ? (
        <p className="border-b border-line px-3.5 py-2.5 text-muted">It did not run in this step: a person wrote the state as if it had.</p>
      ) : null}
      {isNext || !ran ? (
        <WhySection
          {...shared}
          from={entry}
          title={isNext ? "Why it runs next" : "Why it does not run next"}
          settled={tree.children.has(entry.checkpoint_id)}
        />
      ) : null}
      <RoutesSection
        key={`${entry.checkpoint_id} ${node}`}
        {...shared}
        entry={entry}
        before={ran ? before : null}
        description={description}
        busy={busy}
      />
    </>
  );
}

/** The node that one wants explained first: what failed or waits from here, else what ran, else what is next. */
function mostAsked(entry: TimelineEntry, names: readonly string[]): string | undefined {
  const ran = entry.nodes.filter((name) => names.includes(name));
  const [first] = entry.has_error || entry.has_interrupt ? [...entry.next, ...ran] : [...ran, ...entry.next];
  return first ?? names[0];
}

/** Nodes of the level that is looked into; where they are not drawn, those that the checkpoint names. */
function nodeNames({ description, entry }: InspectorTabProps): string[] {
  const own = description === null ? [] : levelNodes(description, entry.checkpoint_ns);
  const drawn = own.filter(({ kind }) => kind !== "end").map(({ name }) => name);
  return drawn.length > 0 ? drawn : [...new Set([...entry.nodes, ...entry.next])];
}

/** The selected node by its name in the level; null for one of another graph. */
function ownName(nodeId: string | null, entry: TimelineEntry, names: readonly string[]): string | null {
  const prefix = toNodePrefix(entry.checkpoint_ns);
  const name = nodeId?.startsWith(prefix) === true ? nodeId.slice(prefix.length) : nodeId;
  return name !== null && names.includes(name) ? name : null;
}

type WhySectionProps = {
  threadId: string;
  node: string;
  tree: InspectorTabProps["tree"];
  /** The checkpoint whose superstep is explained. */
  from: TimelineEntry;
  /** Nothing can be added to it any more. */
  settled: boolean;
  title: string;
  onSelectCheckpoint: (id: string) => void;
};

function WhySection({ threadId, node, tree, from, settled, title, onSelectCheckpoint }: WhySectionProps) {
  const { checkpoint_id, checkpoint_ns } = from;
  const query = useQuery({
    queryKey: ["why", threadId, checkpoint_ns, checkpoint_id, node] as const,
    queryFn: ({ signal }) => getWhy(threadId, { checkpoint_id, checkpoint_ns, node }, signal),
    staleTime: settled ? Infinity : 2000,
    retry: false,
  });
  return (
    <section aria-label={title} className="border-b border-line px-3.5 py-2.5">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <div className="-mx-3.5">
        <QueryView query={query} what="reason">
          {(why) => <WhyView why={why} tree={tree} onSelectCheckpoint={onSelectCheckpoint} />}
        </QueryView>
      </div>
    </section>
  );
}
