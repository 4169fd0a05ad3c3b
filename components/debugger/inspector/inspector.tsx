"use client";

import { MousePointerClick } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Empty } from "@/components/ui/empty";
import { Tabs, TabsContent } from "@/components/ui/tabs";
import { TooltipProvider } from "@/components/ui/tooltip";
import { isRetrographError } from "@/lib/errors";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { ForkResult } from "@/lib/schema/debug-api";
import type { GraphDescription } from "@/lib/schema/graph";
import type { Run } from "@/lib/schema/run";
import type { Writer } from "@/lib/schema/travel";
import { timelineOf } from "../timeline/timeline-of";
import { DamagedCheckpoint } from "./damaged-checkpoint";
import { InspectorHeader } from "./inspector-header";
import { TabList } from "./tab-list";
import { INSPECTOR_TABS, isInspectorTabId, type InspectorTab, type InspectorTabId } from "./tabs/registry";
import type { Spotlight } from "./use-blame";
import { useCheckpoint, usePrefetchNeighbours } from "./use-checkpoint";
import { useThrottled } from "./use-throttled";

export type InspectorProps = {
  graphId: string;
  description: GraphDescription | null;
  threadId: string;
  entries: TimelineEntry[];
  /** The selected checkpoint. */
  entry: TimelineEntry | null;
  /** Another checkpoint that the selected one is compared with. */
  compareId: string | null;
  nodeId: string | null;
  runs: Run[];
  /** A run is active on the thread: nothing can be continued or forked. */
  busy: boolean;
  /** Nothing is left to run from the selected checkpoint; by default where it has nothing next. */
  isAtEnd?: boolean;
  onContinue: (checkpointId: string) => void;
  onForked: (result: ForkResult) => void;
  onSelectCheckpoint: (id: string) => void;
  onCompare: (id: string | null) => void;
  onSelectNode: (id: string | null) => void;
  /** What waits for the person at this checkpoint. */
  footer?: ReactNode;
};

const LIVE_MS = 250;

/** Everything about the selected moment: state, changes, node, code, and what can be done from here. */
export function Inspector(props: InspectorProps) {
  const { entries, threadId, footer } = props;
  // A run that is followed may take hundreds of steps a second: nobody reads them all, and each costs two requests.
  const entry = useThrottled(props.entry, props.busy ? LIVE_MS : 0);
  const { tree, branches } = timelineOf(entries);
  const [tab, setTab, keepTab] = useTabThatFollowsNode(props.nodeId);
  const checkpoint = useCheckpoint(threadId, entry, tree);
  usePrefetchNeighbours(threadId, entry, tree);
  const { spotlight, follow } = useSpotlight(entry?.checkpoint_id ?? null);
  const damage = isRetrographError(checkpoint.error) && checkpoint.error.code === "checkpoint_damaged" ? checkpoint.error.message : null;

  function onGoToWriter(writer: Writer, value: Spotlight) {
    follow(writer.checkpoint_id, value);
    if (writer.node !== null && writer.node !== "__start__") {
      keepTab(writer.node);
      props.onSelectNode(writer.node);
    }
    props.onSelectCheckpoint(writer.checkpoint_id);
  }

  return (
    <TooltipProvider>
      <section aria-label="Checkpoint" className="flex h-full min-h-0 flex-col bg-panel">
        {entry === null ? (
          <div className="grid min-h-0 flex-1 place-items-center">
            <Empty icon={<MousePointerClick />} title="Nothing selected">
              Select a checkpoint in the timeline to see the state at that moment.
            </Empty>
          </div>
        ) : (
          <Tabs value={tab} onValueChange={(value) => isInspectorTabId(value) && setTab(value)} className="flex min-h-0 flex-1 flex-col">
            <TabList current={tab} onPick={(id) => isInspectorTabId(id) && setTab(id)} />
            <InspectorHeader {...props} entry={entry} tree={tree} branches={branches} checkpoint={checkpoint} />
            {Object.entries<InspectorTab>(INSPECTOR_TABS).map(([id, { Content, readsState }]) => (
              <TabsContent
                key={id}
                value={id}
                tabIndex={-1}
                className="min-h-0 flex-1 overflow-auto overscroll-contain outline-none data-[state=inactive]:hidden"
              >
                {damage !== null && readsState === true ? (
                  <DamagedCheckpoint entry={entry} tree={tree} message={damage} onSelect={props.onSelectCheckpoint} />
                ) : (
                  <Content
                    {...props}
                    entry={entry}
                    tree={tree}
                    branches={branches}
                    checkpoint={checkpoint}
                    spotlight={spotlight}
                    onGoToWriter={onGoToWriter}
                    onShowTrace={() => setTab("trace")}
                  />
                )}
              </TabsContent>
            ))}
          </Tabs>
        )}
        <div className="max-h-[60%] shrink-0 overflow-auto empty:hidden">{footer}</div>
      </section>
    </TooltipProvider>
  );
}

/** What one has followed to the step that wrote it; it stays marked until one leaves that step. */
function useSpotlight(checkpointId: string | null) {
  const [followed, setFollowed] = useState<{ checkpointId: string; value: Spotlight } | null>(null);
  return {
    spotlight: followed !== null && followed.checkpointId === checkpointId ? followed.value : null,
    follow: (id: string, value: Spotlight) => setFollowed({ checkpointId: id, value }),
  };
}

/** A node that gets selected on the canvas brings its tab to the front, unless the one in front tells of it too. */
function useTabThatFollowsNode(nodeId: string | null): [InspectorTabId, (tab: InspectorTabId) => void, (nodeId: string) => void] {
  const [tab, setTab] = useState<InspectorTabId>(nodeId === null ? "state" : "node");
  const [seen, setSeen] = useState(nodeId);
  /** A node that the open tab itself selects. */
  const [expected, setExpected] = useState<string | null>(null);
  if (nodeId !== seen) {
    setSeen(nodeId);
    setExpected(null);
    const { tellsOfNode }: InspectorTab = INSPECTOR_TABS[tab];
    if (nodeId !== null && nodeId !== expected && tellsOfNode !== true) setTab("node");
  }
  return [tab, setTab, setExpected];
}
