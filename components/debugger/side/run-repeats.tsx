"use client";

import { RepeatsNotice } from "@/components/approvals/repeats/repeats-notice";
import { useThreadRepeats } from "../use-thread-repeats";
import { useWorkbench } from "../workbench-context";

/** What the run of the selected moment, or the newest one, did once more than meant. */
export function RunRepeats() {
  const { activeRun, entry, headId } = useWorkbench();
  const { repeats, newestRunId } = useThreadRepeats();
  if (activeRun !== null || entry === null) return null;
  const runId = entry.checkpoint_id === headId ? newestRunId : entry.run_id;
  return <RepeatsNotice repeats={repeats.filter(({ effects }) => effects.some(({ run_id }) => run_id === runId))} />;
}
