"use client";

import { ArrowLeftRight, X } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format";
import { findBranches } from "@/lib/graph/branches";
import { buildTree, commonAncestor, pathTo } from "@/lib/graph/tree";
import type { CheckpointDiff, TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import { QueryView } from "../inspector/query-state";
import { useDiff } from "../inspector/use-checkpoint";
import { formatStep } from "../timeline/format";
import { ChannelRow, UnchangedChannels } from "./channel-row";
import { ComparePaths } from "./compare-paths";
import { SideHeader } from "./side-header";

export type CompareViewProps = {
  threadId: string;
  entries: TimelineEntry[];
  /** The checkpoint on the left: the one marked for comparison. */
  a: string;
  /** The checkpoint on the right: the selected one. */
  b: string;
  description: GraphDescription | null;
  onClose: () => void;
  onSelectCheckpoint: (id: string) => void;
};

/** Two checkpoints of one thread side by side: where their branches parted, how each came about, and what differs. */
export function CompareView({ threadId, entries, a, b, description, onClose, onSelectCheckpoint }: CompareViewProps) {
  const [swapped, setSwapped] = useState(false);
  const [left, right] = swapped ? [b, a] : [a, b];
  const { tree, branches } = useMemo(() => {
    const built = buildTree(entries);
    return { tree: built, branches: findBranches(built) };
  }, [entries]);
  const ancestor = useMemo(() => commonAncestor(tree, left, right), [tree, left, right]);
  const diff = useDiff(threadId, left, { checkpoint_id: right, checkpoint_ns: tree.byId.get(right)?.checkpoint_ns ?? "" }, undefined);
  const paths = useMemo(() => ({ left: pathTo(tree, left), right: pathTo(tree, right) }), [tree, left, right]);
  const parted = ancestor === null ? undefined : tree.byId.get(ancestor);
  return (
    <section aria-label="Comparison" className="flex h-full min-h-0 flex-col bg-panel">
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-2 pl-3.5">
        <h2 className="min-w-0 truncate font-semibold">Compare</h2>
        <p className="min-w-0 truncate text-sm text-muted">
          {parted === undefined ? (
            "These two have no step in common."
          ) : ancestor === left || ancestor === right ? (
            "One leads to the other."
          ) : (
            <>
              Parted after{" "}
              <button
                type="button"
                onClick={() => onSelectCheckpoint(parted.checkpoint_id)}
                className="rounded underline decoration-line-strong underline-offset-2 hover:text-text"
              >
                step {formatStep(parted.step)}
              </button>
            </>
          )}
        </p>
        <span className="flex-1" />
        <Button variant="ghost" size="sm" onClick={() => setSwapped(!swapped)}>
          <ArrowLeftRight /> Swap sides
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label="Close the comparison" onClick={onClose}>
          <X />
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-auto">
        <div className="sticky top-0 z-10 grid grid-cols-2 border-b border-line bg-panel">
          <SideHeader id={left} tree={tree} branches={branches} onSelect={onSelectCheckpoint} />
          <SideHeader id={right} tree={tree} branches={branches} onSelect={onSelectCheckpoint} />
        </div>
        <ComparePaths left={paths.left} right={paths.right} ancestor={ancestor} onSelect={onSelectCheckpoint} />
        <QueryView query={diff} what="differences">
          {(data) => <Differences diff={data} description={description} />}
        </QueryView>
      </div>
    </section>
  );
}

function Differences({ diff, description }: { diff: CheckpointDiff; description: GraphDescription | null }) {
  const order = new Map(description?.channels.map((channel, index) => [channel.name, index]));
  const channels = [...diff.channels].sort((one, other) => (order.get(one.channel) ?? Infinity) - (order.get(other.channel) ?? Infinity) || 0);
  if (channels.length === 0)
    return <Empty title="The same state">Both checkpoints hold the same values in {formatCount(diff.unchanged.length, "channel")}.</Empty>;
  return (
    <>
      {channels.map((change) => (
        <ChannelRow
          key={change.channel}
          change={change}
          reducer={description?.channels.find((channel) => channel.name === change.channel)?.reducer.label ?? null}
        />
      ))}
      <UnchangedChannels names={diff.unchanged} />
    </>
  );
}
