"use client";

import { Dialog } from "@/components/ui/dialog";
import { useWorkbench } from "../workbench-context";
import { LazyRunForm } from "./lazy-run-form";

/** Another input for the open thread: it is added to the newest checkpoint. */
export function RunFormDialog() {
  const { description, isRunFormOpen, closeRunForm } = useWorkbench();
  if (!description || !isRunFormOpen) return null;
  return (
    <Dialog open onOpenChange={closeRunForm} title="Another input" description="The workflow starts again on this thread, with the state it has.">
      <LazyRunForm description={description} newThread={false} onStarted={closeRunForm} />
    </Dialog>
  );
}
