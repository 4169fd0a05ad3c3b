"use client";

import { useMemo } from "react";
import { RerunPlanView } from "@/components/approvals/rerun/rerun-plan-view";
import { useRerunPlan } from "@/components/approvals/rerun/use-rerun-plan";
import type { RerunPlanBody } from "@/lib/schema/rerun";
import type { Interrupt } from "@/lib/schema/thread";

/** What an answer will run again, in short; without the plan the one thing that is always so. */
export function PlanSummary({ interrupt }: { interrupt: Interrupt }) {
  const { checkpoint_id, interrupt_id, thread_id, node } = interrupt;
  const body = useMemo<RerunPlanBody>(
    () => ({ action: "resume", checkpoint_id, interrupt_ids: [interrupt_id], replay: "live" }),
    [checkpoint_id, interrupt_id],
  );
  const { data, error } = useRerunPlan(thread_id, body);
  return (
    <section aria-label={`What your answer to ${node} will cause`} className="mt-3 rounded-md border border-line px-3 py-2">
      {data === undefined ? (
        <p className="flex justify-between gap-3 text-sm">
          Runs again when you answer, from its first line
          <span title={node} className="max-w-[50%] shrink-0 truncate font-mono text-muted">
            {node}
          </span>
        </p>
      ) : (
        <RerunPlanView plan={data} compact />
      )}
      {error === null ? null : <p className="mt-1 text-sm break-words text-muted">What else will happen cannot be told: {error.message}</p>}
    </section>
  );
}
