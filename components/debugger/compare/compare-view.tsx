"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, X } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { focusPlace, TIMELINE } from "@/components/ui/return-focus";
import { compareBranches } from "@/lib/client/api";
import { indexBranches } from "@/lib/graph/branches";
import { commonAncestor, pathTo } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import { QueryView } from "../inspector/query-state";
import { useDiff } from "../inspector/use-checkpoint";
import { branchName, NO_MARKS, type MarkIndex } from "../timeline/mark-index";
import { timelineOf } from "../timeline/timeline-of";
import { Differences } from "./differences";
import { MergedPath } from "./merged-path";
import { Outputs } from "./outputs";
import { describeParting } from "./parting";
import { PartingCard } from "./parting-card";
import { SideHeader } from "./side-header";
import { Totals } from "./totals";

export type CompareViewProps = {
  threadId: string;
  entries: TimelineEntry[];
  /** The checkpoint on the left: the one marked for comparison. */
  a: string;
  /** The checkpoint on the right: the selected one. */
  b: string;
  /** The checkpoint that is looked at: the right side, or a step on the way. */
  selectedId?: string;
  description: GraphDescription | null;
  marks?: MarkIndex;
  onClose: () => void;
  onSelectCheckpoint: (id: string) => void;
};

/** Two checkpoints of one thread, and the branches that led to them, side by side: where and why they parted, and what differs. */
export function CompareView({
  threadId,
  entries,
  a,
  b,
  selectedId = b,
  description,
  marks = NO_MARKS,
  onClose,
  onSelectCheckpoint,
}: CompareViewProps) {
  const [swapped, setSwapped] = useState(false);
  const [left, right] = swapped ? [b, a] : [a, b];
  const { tree, branches } = timelineOf(entries);
  const namespace = tree.byId.get(right)?.checkpoint_ns ?? "";
  const comparison = useQuery({
    queryKey: ["compare", threadId, namespace, left, right],
    queryFn: ({ signal }) => compareBranches(threadId, left, right, namespace, signal),
    retry: false,
  });
  const diff = useDiff(threadId, left, { checkpoint_id: right, checkpoint_ns: namespace }, undefined, "whole");
  const shared = useMemo(() => {
    const ancestor = commonAncestor(tree, left, right);
    return ancestor === null ? [] : pathTo(tree, ancestor);
  }, [tree, left, right]);
  const names = useMemo(() => {
    const index = indexBranches(branches);
    const nameOf = (id: string) => {
      const branch = index.get(id);
      return branch === undefined ? "this side" : branchName(branch, marks);
    };
    const [one, other] = [nameOf(left), nameOf(right)];
    return one === other ? { a: "the left side", b: "the right side" } : { a: one, b: other };
  }, [branches, marks, left, right]);
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = section.current;
    // Whoever was at work in here goes on in the timeline.
    return () => {
      if (element?.contains(document.activeElement) === true) focusPlace(TIMELINE);
    };
  }, []);
  const side = { tree, branches, marks, onSelect: onSelectCheckpoint };
  return (
    <section ref={section} aria-label="Comparison" className="flex h-full min-h-0 flex-col bg-panel">
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-2 pl-3.5">
        <h2 className="min-w-0 flex-1 truncate font-semibold">Compare</h2>
        <Button variant="ghost" size="sm" onClick={() => setSwapped(!swapped)}>
          <ArrowLeftRight /> Swap sides
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label="Close the comparison" onClick={onClose}>
          <X />
        </Button>
      </header>
      <div className="grid shrink-0 grid-cols-2 border-b border-line">
        <SideHeader id={left} {...side} />
        <SideHeader id={right} {...side} />
      </div>
      <Tabs defaultValue="path" className="flex min-h-0 flex-1 flex-col">
        <TabsList aria-label="What to compare">
          <TabsTrigger value="path">Merged path</TabsTrigger>
          <TabsTrigger value="differences">Differences{diff.data === undefined ? "" : ` ${diff.data.channels.length}`}</TabsTrigger>
          <TabsTrigger value="outputs">Outputs</TabsTrigger>
        </TabsList>
        <TabsContent value="path" tabIndex={-1} className="min-h-0 flex-1 overflow-auto outline-none data-[state=inactive]:hidden">
          <QueryView query={comparison} what="comparison">
            {(data) => (
              <>
                <PartingCard parting={describeParting(data, tree, names)} onSelect={onSelectCheckpoint} />
                <Totals a={data.a} b={data.b} />
                <MergedPath comparison={data} tree={tree} shared={shared} selectedId={selectedId} onSelect={onSelectCheckpoint} />
              </>
            )}
          </QueryView>
        </TabsContent>
        <TabsContent value="differences" tabIndex={-1} className="min-h-0 flex-1 overflow-auto outline-none data-[state=inactive]:hidden">
          <QueryView query={diff} what="differences">
            {(data) => (
              <Differences diff={data} rows={comparison.data?.rows ?? []} tree={tree} description={description} onSelect={onSelectCheckpoint} />
            )}
          </QueryView>
        </TabsContent>
        <TabsContent value="outputs" tabIndex={-1} className="min-h-0 flex-1 overflow-auto outline-none data-[state=inactive]:hidden">
          <Outputs threadId={threadId} left={left} right={right} tree={tree} description={description} />
        </TabsContent>
      </Tabs>
    </section>
  );
}
