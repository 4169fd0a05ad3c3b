"use client";

import { useShortcuts } from "@/components/ui/shortcuts";
import { notify } from "@/components/ui/notify";
import { useBreakpoints } from "../breakpoints/breakpoints-context";
import { usePrimaryAction } from "../top-bar/use-primary-action";
import { useWorkbench } from "../workbench-context";
import type { StepAction } from "./choose-steps";
import { useSteps } from "./use-steps";

/**
 * The keys of a debugger. Where one means something the browser does not get it: it would reload the page or fill the
 * screen.
 */
export function useDebugKeys(): void {
  const { mode, activeRun, isStopping, isPausing, selection, description, actions } = useWorkbench();
  const { toggle } = useBreakpoints();
  const steps = useSteps();
  const primary = usePrimaryAction();
  const step = ({ reason, label, run }: StepAction) => {
    if (reason === null) run();
    else notify(`${label}: ${reason}`);
  };
  const breakAt = (when: "before" | "after") => {
    const node = description?.nodes.find(({ id, kind }) => id === selection.node && kind !== "start" && kind !== "end");
    if (node === undefined) notify("Select a node first: a breakpoint is set before or after it.");
    else toggle(node.id, when);
  };
  useShortcuts({
    f5: () => primary?.run(),
    // In Design mode what is selected is the drawing's own matter.
    ...(mode === "design" ? {} : { f9: () => breakAt("before"), "shift+f9": () => breakAt("after") }),
    ...(mode === "debug" ? { f10: () => step(steps.over), f11: () => step(steps.into), "shift+f11": () => step(steps.out) } : {}),
    ...(activeRun === null
      ? {}
      : {
          f6: () => {
            if (activeRun.state.status === "running" && !isStopping && !isPausing) actions.pause();
          },
          "shift+f5": () => {
            if (!isStopping) actions.stop();
          },
        }),
  });
}
