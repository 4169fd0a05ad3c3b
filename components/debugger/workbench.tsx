"use client";

import type { TimelinePage } from "@/lib/schema/checkpoint";
import type { Workflow } from "@/lib/schema/graph";
import type { ThreadSummary } from "@/lib/schema/thread";
import { LiveProvider } from "./live/live-context";
import { useLiveThread } from "./live/use-live-thread";
import { useWorkbenchValue } from "./use-workbench-value";
import { WorkbenchProvider, type WorkbenchMode } from "./workbench-context";
import { WorkbenchLayout } from "./workbench-layout";
import type { ThreadList } from "../threads/use-threads";

export type WorkbenchProps = {
  mode: WorkbenchMode;
  graphId: string;
  workflows: Workflow[];
  threads: ThreadList;
  thread: ThreadSummary | null;
  /** The thread's newest checkpoints, as they came with the page. */
  timeline: TimelinePage | null;
};

/** The workbench of one workflow: without a thread in Design mode, with one in Debug mode. */
export function Workbench(props: WorkbenchProps) {
  const entries = props.timeline ? [...props.timeline.checkpoints].reverse() : [];
  return (
    <LiveProvider initial={{ entries, thread: props.thread }}>
      {props.thread ? <LiveThread threadId={props.thread.thread_id} /> : null}
      <WorkbenchRoot {...props} />
    </LiveProvider>
  );
}

function LiveThread({ threadId }: { threadId: string }) {
  useLiveThread(threadId);
  return null;
}

function WorkbenchRoot(props: WorkbenchProps) {
  const value = useWorkbenchValue(props);
  return (
    <WorkbenchProvider value={value}>
      <WorkbenchLayout threads={props.threads} isComplete={props.timeline?.next_cursor === null} />
    </WorkbenchProvider>
  );
}
