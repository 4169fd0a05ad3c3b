"use client";

import { Play, Plus, Square } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Spinner } from "@/components/ui/spinner";
import { Tooltip } from "@/components/ui/tooltip";
import { useWorkbench } from "../workbench-context";
import { usePrimaryAction } from "./use-primary-action";

export function RunControls() {
  const { mode, activeRun, isStarting, isStopping, actions, openRunForm, description } = useWorkbench();
  const primary = usePrimaryAction();
  const isBusy = activeRun !== null || isStarting;
  return (
    <div className="flex shrink-0 items-center gap-1" role="group" aria-label="Run controls">
      {isBusy ? (
        <Button disabled variant="default" className="disabled:opacity-100">
          <Spinner label="" className="text-run" />
          <span className="text-run">{isStopping ? "Stopping…" : activeRun?.state.status === "pending" || isStarting ? "Starting…" : "Running"}</span>
        </Button>
      ) : (
        <Tooltip content={primary?.explanation ?? "The workflow does not load"}>
          <Button variant="primary" onClick={() => primary?.run()} disabled={primary === null}>
            <Play fill="currentColor" />
            {primary?.label ?? "Run"}
            <Kbd>F5</Kbd>
          </Button>
        </Tooltip>
      )}
      {mode === "debug" ? (
        <Tooltip content="Give this thread another input">
          <Button onClick={openRunForm} disabled={isBusy || description === null}>
            <Plus />
            Input
          </Button>
        </Tooltip>
      ) : null}
      {mode === "debug" ? (
        <Tooltip content={isStopping ? "Waiting for the run to stop" : "Stop the run"}>
          <Button size="icon" aria-label="Stop the run" onClick={actions.stop} disabled={activeRun === null || isStopping}>
            <Square fill="currentColor" />
          </Button>
        </Tooltip>
      ) : null}
    </div>
  );
}
