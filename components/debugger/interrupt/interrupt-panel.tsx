"use client";

import { CircleHelp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { useWorkbench } from "../workbench-context";
import { InterruptForm } from "./interrupt-form";

/** The question that the selected moment waits with, or a pointer to where one waits. */
export function InterruptPanel() {
  const { waiting, entry, select, tree, activeRun } = useWorkbench();
  if (activeRun) return null;
  const here = waiting.filter((interrupt) => interrupt.checkpoint_id === entry?.checkpoint_id);
  if (here.length > 0) {
    return (
      <div className="max-h-[60vh] shrink-0 overflow-y-auto border-t-2 border-wait bg-panel">
        {here.map((interrupt, index) => (
          <InterruptForm key={interrupt.interrupt_id} interrupt={interrupt} isOnly={here.length === 1} isFirst={index === 0} />
        ))}
      </div>
    );
  }
  const elsewhere = waiting.find((interrupt) => tree.byId.has(interrupt.checkpoint_id));
  if (!elsewhere) return null;
  const step = tree.byId.get(elsewhere.checkpoint_id)?.step;
  return (
    <div className="flex shrink-0 items-center gap-2 border-t border-line bg-wait-bg px-3.5 py-2 text-wait">
      <CircleHelp aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1">
        {formatCount(waiting.length, "question")} {waiting.length === 1 ? "waits" : "wait"} at step {step}, in{" "}
        <span className="font-mono">{elsewhere.node}</span>.
      </span>
      <Button size="sm" onClick={() => select({ checkpoint: elsewhere.checkpoint_id, compare: null })}>
        Go there
      </Button>
    </div>
  );
}
