"use client";

import { GitBranch } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { formatStep } from "../../timeline/format";
import type { InspectorHeaderProps } from "../inspector-header";
import { QueryView } from "../query-state";
import { EditBody } from "./edit-body";
import { useEdit, type Edit } from "./use-edit";

export type EditDialogProps = Pick<InspectorHeaderProps, "description" | "threadId" | "entry" | "tree" | "checkpoint" | "onForked" | "onContinue"> & {
  /** The node that the edit is written as at first; without it the one that last ran here. */
  asNode?: string;
  onClose: () => void;
};

/** Edits the state of a checkpoint, shows what the workflow makes of it, and saves it as the beginning of a new branch. */
export function EditDialog(props: EditDialogProps) {
  const { entry, checkpoint, onClose } = props;
  // The state of the checkpoint shown before must not be taken for this one's.
  const view = checkpoint.data?.checkpoint_id === entry.checkpoint_id ? checkpoint.data : undefined;
  const edit = useEdit(props, view);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Edit step ${formatStep(entry.step)} and fork`}
      description="Saves your edit as a new branch. What is there stays as it is."
      className="min-h-[min(560px,86vh)] w-[min(1080px,calc(100vw-32px))]"
      footer={<EditFooter edit={edit} onClose={onClose} />}
    >
      <QueryView query={{ data: view, error: checkpoint.error, isPlaceholderData: false, refetch: checkpoint.refetch }} what="state">
        {() => <EditBody edit={edit} />}
      </QueryView>
    </Dialog>
  );
}

function EditFooter({ edit, onClose }: { edit: Edit; onClose: () => void }) {
  const { draft, fork, problem, write } = edit;
  return (
    <>
      <p className="min-w-0 flex-1 text-sm">
        {fork.error === null ? (
          <span className="text-muted">{problem}</span>
        ) : (
          <span role="alert" className="text-bad">
            {fork.error.message}
          </span>
        )}
      </p>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={draft.run} onChange={(event) => edit.setRun(event.target.checked)} />
        Run it right away
      </label>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant="primary"
        disabled={problem !== null || fork.isPending}
        onClick={() => {
          if (write !== null) fork.mutate(write);
        }}
      >
        {fork.isPending ? <Spinner label="Forking" /> : <GitBranch />}
        {draft.run ? "Fork and run" : "Fork"}
      </Button>
    </>
  );
}
