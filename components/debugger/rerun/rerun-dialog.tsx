"use client";

import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { ReplayModeMenu } from "@/components/approvals/replay-mode-menu";
import { RerunPlanView } from "@/components/approvals/rerun/rerun-plan-view";
import { useRerunPlan } from "@/components/approvals/rerun/use-rerun-plan";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import type { ReplayMode } from "@/lib/schema/replay";
import type { HeldRun } from "./held-run";

export type RerunDialogProps = {
  threadId: string;
  held: HeldRun;
  onRun: (replay: ReplayMode) => void;
  onClose: () => void;
};

/** What a run would do again outside of the workflow, before it does. */
export function RerunDialog({ threadId, held, onRun, onClose }: RerunDialogProps) {
  const asked = held.body.replay ?? "live";
  const [replay, setReplay] = useState<ReplayMode>(asked);
  const body = useMemo(() => (replay === asked ? null : { ...held.body, replay }), [held.body, asked, replay]);
  const other = useRerunPlan(threadId, body);
  const plan = replay === asked ? held.plan : other.data;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={held.plan === null ? "Run it?" : "This will happen again"}
      description="The run goes on from a moment that it went on from before."
      className="w-[min(720px,calc(100vw-32px))]"
      footer={
        <>
          <div className="mr-auto">
            <ReplayModeMenu value={replay} onChange={setReplay} />
          </div>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onRun(replay)}>
            <Play fill="currentColor" />
            Run it
          </Button>
        </>
      }
    >
      {plan != null ? (
        <RerunPlanView plan={plan} />
      ) : other.isFetching ? (
        <p className="flex items-center gap-2 text-muted">
          <Spinner label="Loading" /> Looking at what will run again…
        </p>
      ) : (
        <p className="break-words">It cannot be told what will run again: {other.error?.message ?? held.problem}</p>
      )}
    </Dialog>
  );
}
