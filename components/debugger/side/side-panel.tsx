"use client";

import { useMemo } from "react";
import { withLevelChannels } from "@/lib/graph/levels";
import { useLive } from "../live/live-context";
import { LiveOutputPanel } from "../live/live-output-panel";
import { DesignPanel } from "../design/design-panel";
import { RevisionNotice } from "../explain/revision-notice";
import { Inspector } from "../inspector/inspector";
import { InterruptPanel } from "../interrupt/interrupt-panel";
import { RerunStrip } from "../rerun/rerun-strip";
import { NewThreadPanel } from "../run-form/new-thread-panel";
import { useWorkbench } from "../workbench-context";
import { isAtEnd } from "../stepping/choose-steps";
import { ReplayNotice } from "./replay-notice";
import { RunNotice } from "./run-notice";
import { RunRepeats } from "./run-repeats";

/** The right side: the inspector of the selected moment, with what the run came to above and its question below. */
export function SidePanel() {
  const { mode } = useWorkbench();
  return (
    <aside aria-label="Inspector" className="flex h-full min-h-0 flex-col bg-panel">
      {mode === "design" ? <DesignPanel /> : mode === "new" ? <NewThreadPanel /> : <DebugSide />}
    </aside>
  );
}

function DebugSide() {
  const workbench = useWorkbench();
  const { graphId, description: whole, threadId, entry, entries, selection, select, checkpointNs, activeRun, isStarting, actions } = workbench;
  const description = useMemo(() => whole && withLevelChannels(whole, checkpointNs), [whole, checkpointNs]);
  const runs = useLive((state) => state.runs);
  if (threadId === null) return null;
  return (
    <>
      <ReplayNotice />
      <RunNotice />
      <RunRepeats />
      <RevisionNotice />
      <RerunStrip />
      <div className="min-h-0 flex-1">
        <Inspector
          graphId={graphId}
          description={description}
          threadId={threadId}
          entries={entries}
          entry={entry}
          compareId={selection.compare}
          nodeId={selection.node}
          runs={runs}
          isAtEnd={isAtEnd(workbench)}
          busy={activeRun !== null || isStarting}
          onContinue={actions.continueFrom}
          onForked={actions.openForked}
          onSelectCheckpoint={(checkpoint) => select({ checkpoint })}
          onCompare={(compare) => select({ compare })}
          onSelectNode={(node) => select({ node })}
          footer={activeRun ? <LiveOutputPanel /> : <InterruptPanel />}
        />
      </div>
    </>
  );
}
