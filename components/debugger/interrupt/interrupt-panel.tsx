"use client";

import { CircleHelp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { useLive } from "../live/live-context";
import { useWorkbench } from "../workbench-context";
import { InterruptForm } from "./interrupt-form";

/** The question that the selected moment waits with, or a pointer to where one waits. */
export function InterruptPanel() {
  const { waiting, waitingHere: here, openLevel, activeRun } = useWorkbench();
  const entries = useLive((state) => state.entries);
  if (activeRun) return null;
  if (here.length > 0) {
    return (
      <div className="max-h-[60vh] shrink-0 overflow-y-auto border-t-2 border-wait bg-panel">
        {here.map((interrupt, index) => (
          <InterruptForm key={interrupt.interrupt_id} interrupt={interrupt} isOnly={here.length === 1} isFirst={index === 0} />
        ))}
      </div>
    );
  }
  const elsewhere = waiting.flatMap((interrupt) => {
    const at = entries.find((entry) => entry.checkpoint_id === interrupt.checkpoint_id);
    return at === undefined ? [] : [{ node: interrupt.node, at }];
  })[0];
  if (!elsewhere) return null;
  const { node, at } = elsewhere;
  return (
    <div className="flex shrink-0 items-center gap-2 border-t border-line bg-wait-bg px-3.5 py-2 text-wait">
      <CircleHelp aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1">
        {formatCount(waiting.length, "question")} {waiting.length === 1 ? "waits" : "wait"} at step {at.step}, in{" "}
        <span className="font-mono">{node}</span>.
      </span>
      <Button size="sm" onClick={() => openLevel("", at.checkpoint_id)}>
        Go there
      </Button>
    </div>
  );
}
