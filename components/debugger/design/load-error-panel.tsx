"use client";

import { FileX, TriangleAlert } from "lucide-react";
import { useWorkbench } from "../workbench-context";
import { LoadErrorDetails } from "./load-error";

/** Stands where the canvas would be, for a workflow that cannot be drawn. Its threads stay readable. */
export function LoadErrorPanel() {
  const { workflow, graphId, mode } = useWorkbench();
  const readable =
    mode === "debug"
      ? "Timeline and states below stay readable; running needs the workflow to load."
      : "Its threads stay readable: pick one on the left.";
  return (
    <main aria-label="Workflow" className="grid h-full min-h-0 place-items-center overflow-auto bg-canvas p-6">
      <div className="w-full max-w-[560px] rounded-lg border border-line bg-panel p-5">
        <h1 className="flex items-center gap-2 text-lg font-semibold">
          {workflow ? <TriangleAlert aria-hidden className="size-4 text-bad" /> : <FileX aria-hidden className="size-4 text-bad" />}
          {workflow ? "This workflow does not load" : `There is no workflow “${graphId}” any more`}
        </h1>
        <p className="mt-1 mb-3 text-muted">
          {workflow ? `Save the file again once it is mended: it reloads by itself. ${readable}` : `Its file is gone or was renamed. ${readable}`}
        </p>
        {workflow?.status === "failed" ? <LoadErrorDetails error={workflow.error} file={workflow.file} /> : null}
      </div>
    </main>
  );
}
