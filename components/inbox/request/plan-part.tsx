"use client";

import { CircleAlert } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { InboxItem } from "@/lib/schema/inbox";
import type { ReplayMode } from "@/lib/schema/replay";
import type { RerunPlanBody } from "@/lib/schema/rerun";
import { RerunPlanView } from "../../approvals/rerun/rerun-plan-view";
import { useRerunPlan } from "../../approvals/rerun/use-rerun-plan";
import type { SpanPlace } from "../context/trace-tab";

/** What an answer will cause: which nodes run again, what they do again, and what comes then. */
export function PlanPart({ item, replay, onOpenSpan }: { item: InboxItem; replay: ReplayMode; onOpenSpan: (span: SpanPlace) => void }) {
  const body = useMemo<RerunPlanBody>(
    () => ({ action: "resume", checkpoint_id: item.checkpoint_id, checkpoint_ns: "", interrupt_ids: [item.interrupt_id], replay }),
    [item.checkpoint_id, item.interrupt_id, replay],
  );
  const plan = useRerunPlan(item.thread_id, body);
  return (
    <section aria-label="What your answer will cause" className="rounded-lg border border-line bg-panel">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">What your answer will cause</h2>
      <div className="px-4 py-3">
        {plan.data !== undefined ? (
          <RerunPlanView plan={plan.data} onOpenSpan={onOpenSpan} />
        ) : plan.error === null ? (
          <p className="flex items-center gap-2 text-muted">
            <Spinner label="Loading" /> Looking at what will run again…
          </p>
        ) : (
          <div role="alert" className="flex items-start gap-2">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-bad" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">It cannot be told what will run again.</p>
              <p className="break-words text-muted">{plan.error.message}</p>
              <Button size="sm" className="mt-2 max-md:h-11" onClick={() => void plan.refetch()}>
                Try again
              </Button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
