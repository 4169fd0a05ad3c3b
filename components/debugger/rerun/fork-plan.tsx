"use client";

import { useMemo } from "react";
import { RerunPlanView } from "@/components/approvals/rerun/rerun-plan-view";
import { useRerunPlan } from "@/components/approvals/rerun/use-rerun-plan";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { RerunPlanBody } from "@/lib/schema/rerun";

export type ForkPlanProps = {
  threadId: string;
  entry: Pick<TimelineEntry, "checkpoint_id" | "checkpoint_ns">;
  /** The node that the edit is written as. */
  asNode: string;
};

/** What a fork that is run at once does again. */
export function ForkPlan({ threadId, entry, asNode }: ForkPlanProps) {
  const { checkpoint_id, checkpoint_ns } = entry;
  const body = useMemo<RerunPlanBody>(
    () => ({ action: "fork", checkpoint_id, checkpoint_ns, as_node: asNode }),
    [checkpoint_id, checkpoint_ns, asNode],
  );
  const { data: plan } = useRerunPlan(threadId, body);
  if (plan === undefined) return null;
  return (
    <section aria-label="What the fork will run" className="min-w-0 overflow-hidden rounded-md border border-line">
      <h3 className="border-b border-line bg-canvas px-3.5 py-1.5 text-sm font-medium">What the fork will run</h3>
      <div className="px-3.5 py-2.5">
        <RerunPlanView plan={plan} compact />
      </div>
    </section>
  );
}
