import type { ReactNode } from "react";
import { LiveProvider } from "@/components/debugger/live/live-context";
import type { LiveState } from "@/components/debugger/live/live-state";
import { NodeDialogsProvider } from "@/components/debugger/stepping/node-dialogs-context";
import { WorkbenchProvider, type WorkbenchValue } from "@/components/debugger/workbench-context";
import { workbenchValue } from "./workbench-value";

type InWorkbenchProps = { value?: Partial<WorkbenchValue>; live?: Partial<LiveState>; children: ReactNode };

/** Around a part of the workbench that is tested alone. */
export function InWorkbench({ value = {}, live = {}, children }: InWorkbenchProps) {
  return (
    <LiveProvider threadId={null} initial={live}>
      <WorkbenchProvider value={workbenchValue(value)}>
        <NodeDialogsProvider>{children}</NodeDialogsProvider>
      </WorkbenchProvider>
    </LiveProvider>
  );
}
