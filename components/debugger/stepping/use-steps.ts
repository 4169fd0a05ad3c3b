"use client";

import { useWorkbench } from "../workbench-context";
import { chooseSteps, type StepAction, type StepKind } from "./choose-steps";
import { useStop } from "./use-stop";

/** The three steps as they stand now. */
export function useSteps(): Record<StepKind, StepAction> {
  const workbench = useWorkbench();
  const stop = useStop();
  return chooseSteps(workbench, stop);
}
