"use client";

import { useMemo } from "react";
import { useLive } from "./live/live-context";
import { Timeline } from "./timeline/timeline";
import { useWorkbench } from "./workbench-context";

/** The timeline of the thread; `isComplete` is false while older checkpoints are still being read. */
export function TimelinePanel({ isComplete }: { isComplete: boolean }) {
  const { entry, selection, select, activeRun, headId } = useWorkbench();
  const entries = useLive((state) => state.entries);
  const isLoading = useLive((state) => state.connection === "connecting") && !isComplete;
  const handlers = useMemo(
    () => ({
      onSelect: (id: string) => select({ checkpoint: id === headId ? null : id }),
      onCompare: (id: string | null) => select({ compare: id }),
    }),
    [select, headId],
  );
  return (
    <div className="h-full min-h-0 bg-panel">
      <Timeline
        entries={entries}
        selectedId={entry?.checkpoint_id ?? null}
        compareId={selection.compare}
        runningId={activeRun ? headId : null}
        loading={isLoading && entries.length === 0}
        {...handlers}
      />
    </div>
  );
}
