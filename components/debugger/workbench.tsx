"use client";

import { memo } from "react";
import type { TimelinePage } from "@/lib/schema/checkpoint";
import type { Workflow } from "@/lib/schema/graph";
import type { Run } from "@/lib/schema/run";
import type { Interrupt, ThreadSummary } from "@/lib/schema/thread";
import { BreakpointsProvider } from "./breakpoints/breakpoints-context";
import { NodeDialogsProvider } from "./stepping/node-dialogs-context";
import { LiveProvider } from "./live/live-context";
import { useLiveThread } from "./live/use-live-thread";
import { useWorkbenchValue } from "./use-workbench-value";
import { WorkbenchProvider, type WorkbenchMode, type WorkbenchValue } from "./workbench-context";
import { WorkbenchLayout } from "./workbench-layout";
import type { ThreadList } from "../threads/use-threads";

/** What comes with the page of a thread: its newest checkpoints, runs and questions. */
export type InitialThread = { summary: ThreadSummary; timeline: TimelinePage; runs: Run[]; interrupts: Interrupt[] };

export type WorkbenchProps = {
  mode: WorkbenchMode;
  graphId: string;
  workflows: Workflow[];
  threads: ThreadList;
  thread: InitialThread | null;
};

/** The workbench of one workflow: without a thread in Design mode, with one in Debug mode. */
export function Workbench(props: WorkbenchProps) {
  const { thread } = props;
  const initial = thread
    ? {
        entries: [...thread.timeline.checkpoints].reverse(),
        isComplete: thread.timeline.next_cursor === null,
        runs: thread.runs,
        thread: thread.summary,
      }
    : {};
  return (
    <LiveProvider threadId={thread?.summary.thread_id ?? null} initial={initial}>
      {thread ? <LiveThread threadId={thread.summary.thread_id} /> : null}
      <WorkbenchRoot {...props} />
    </LiveProvider>
  );
}

function LiveThread({ threadId }: { threadId: string }) {
  useLiveThread(threadId);
  return null;
}

function WorkbenchRoot(props: WorkbenchProps) {
  return <SharedWorkbench threads={props.threads} {...useWorkbenchValue(props)} />;
}

/** Everything below is drawn again only when something that it shares has changed. */
const SharedWorkbench = memo(function SharedWorkbench({ threads, ...value }: WorkbenchValue & { threads: ThreadList }) {
  return (
    <WorkbenchProvider value={value}>
      <BreakpointsProvider>
        <NodeDialogsProvider>
          <WorkbenchLayout threads={threads} />
        </NodeDialogsProvider>
      </BreakpointsProvider>
    </WorkbenchProvider>
  );
});
