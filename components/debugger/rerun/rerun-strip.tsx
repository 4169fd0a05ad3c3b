"use client";

import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { RerunPlanView } from "@/components/approvals/rerun/rerun-plan-view";
import { WithCode } from "@/components/approvals/rerun/with-code";
import { useRerunPlan } from "@/components/approvals/rerun/use-rerun-plan";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { RerunPlan, RerunPlanBody } from "@/lib/schema/rerun";
import { useLive } from "../live/live-context";
import { useResting } from "../use-resting";
import { useWorkbench } from "../workbench-context";

/** Somebody who walks with the arrow keys passes many checkpoints: only where they rest is asked. */
const REST_MS = 250;

/** What going on from the selected moment would do again; nothing where it would do nothing again. */
export function RerunStrip() {
  const { threadId, entry, headId, activeRun, waitingHere, isPast, replay } = useWorkbench();
  const newest = useLive((state) => state.runs[0]?.state.status);
  const brokeOff = entry?.checkpoint_id === headId && newest !== undefined && newest !== "success" && newest !== "interrupted";
  const asks = entry !== null && entry.next.length > 0 && activeRun === null && waitingHere.length === 0 && (isPast || brokeOff);
  const id = useResting(asks ? entry.checkpoint_id : null, REST_MS);
  const ns = entry?.checkpoint_ns ?? "";
  const body = useMemo<RerunPlanBody | null>(
    () => (id === null ? null : { action: isPast ? "replay" : "continue", checkpoint_id: id, checkpoint_ns: ns, replay }),
    [id, ns, isPast, replay],
  );
  const { data: plan } = useRerunPlan(threadId, body);
  const first = plan?.warnings[0];
  if (!asks || plan === undefined || first === undefined || first.severity === "info") return null;
  return <Strip plan={plan} first={first} />;
}

const TONES = { danger: "border-bad bg-bad-bg text-bad", warning: "border-wait bg-wait-bg text-wait", info: "border-line bg-hover" } as const;
const ICONS = { danger: CircleAlert, warning: TriangleAlert, info: Info } as const;

function Strip({ plan, first }: { plan: RerunPlan; first: RerunPlan["warnings"][number] }) {
  const Icon = ICONS[first.severity];
  const end = first.text.indexOf(". ");
  return (
    <section aria-label="What runs again from here" className={cn("flex shrink-0 items-center gap-2 border-b px-3.5 py-1.5", TONES[first.severity])}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <p className="min-w-0 flex-1 text-sm break-words">
        <WithCode text={end === -1 ? first.text : first.text.slice(0, end + 1)} />
      </p>
      <Popover>
        <PopoverTrigger asChild>
          <Button size="sm">What runs again</Button>
        </PopoverTrigger>
        <PopoverContent align="end" aria-label="What runs again" className="w-[min(560px,calc(100vw-32px))] overflow-auto p-3">
          <RerunPlanView plan={plan} />
        </PopoverContent>
      </Popover>
    </section>
  );
}
