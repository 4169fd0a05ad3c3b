"use client";

import { useRouter } from "next/navigation";
import { RUN_BUTTON_ID } from "../run-form/run-button-id";
import { isAtEnd } from "../stepping/choose-steps";
import { useWorkbench, type WorkbenchValue } from "../workbench-context";

export type PrimaryAction = { label: string; explanation: string; run: () => void };

/** What the main button does now; null when there is nothing to do but wait or stop. */
export function choosePrimary(workbench: WorkbenchValue, openNewThread: () => void): PrimaryAction | null {
  const { mode, description, entry, activeRun, isStarting, waitingHere, headId, actions } = workbench;
  if (activeRun || isStarting) return null;
  if (mode === "new") {
    return description
      ? { label: "Run", explanation: "Run with the input on the right", run: () => document.getElementById(RUN_BUTTON_ID)?.click() }
      : null;
  }
  if (mode === "design") {
    return description ? { label: "Run", explanation: "Start a new thread of this workflow", run: openNewThread } : null;
  }
  if (waitingHere.length > 0) {
    return { label: "Answer", explanation: "The workflow waits for your answer", run: workbench.focusAnswer };
  }
  if (!description) return null;
  if (entry && !isAtEnd(workbench)) {
    const next = [...new Set(entry.next.length > 0 ? entry.next : (workbench.outerEntry?.next ?? []))].join(", ");
    const isHead = entry.checkpoint_id === headId;
    return {
      label: "Continue",
      explanation: isHead ? `Go on with ${next}` : `Run again from step ${entry.step}: ${next} and everything after it, as a fork`,
      run: () => actions.continueFrom(entry.checkpoint_id),
    };
  }
  return { label: "Run", explanation: "Give this thread another input", run: workbench.openRunForm };
}

export function usePrimaryAction(): PrimaryAction | null {
  const workbench = useWorkbench();
  const router = useRouter();
  return choosePrimary(workbench, () => router.push(`/w/${encodeURIComponent(workbench.graphId)}/t/new`));
}
