"use client";

import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { NewGraphIdSchema } from "@/lib/schema/design-api";
import { freeId } from "./free-id";
import { useWorkflowActions } from "./use-workflow-actions";

export type NameWorkflowDialogProps = { purpose: "rename" | "duplicate"; graphId: string; taken: readonly string[]; onClose: () => void };

/** Asks for the id of a workflow that is renamed or duplicated. */
export function NameWorkflowDialog({ purpose, graphId, taken, onClose }: NameWorkflowDialogProps) {
  const formId = useId();
  const [id, setId] = useState(() => (purpose === "rename" ? graphId : freeId(`${graphId}-copy`, taken)));
  const { rename, create, isBusy, error } = useWorkflowActions();
  const wished = id.trim();
  const isTaken = taken.includes(wished) && wished !== graphId;
  const problem = isTaken
    ? `There is a workflow called ${wished} already.`
    : wished !== "" && !NewGraphIdSchema.safeParse(wished).success
      ? "Use letters, digits, - and _: it is the file’s name."
      : null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (problem !== null || wished === "") return;
    const isDone = purpose === "rename" ? await rename(graphId, wished) : await create({ id: wished, from: { kind: "copy", graph_id: graphId } });
    if (isDone) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={purpose === "rename" ? `Rename ${graphId}` : `Duplicate ${graphId}`}
      description={purpose === "rename" ? "The file gets the new name; threads, breakpoints and pinned outputs go with it." : undefined}
      className="w-[min(420px,calc(100vw-32px))]"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={isBusy || problem !== null || wished === "" || (purpose === "rename" && wished === graphId)}
          >
            {purpose === "rename" ? "Rename" : "Duplicate"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <Field label="Name" htmlFor={`${formId}-name`} error={problem ?? error}>
          <TextInput
            id={`${formId}-name`}
            value={id}
            maxLength={80}
            onChange={(event) => setId(event.target.value)}
            autoFocus
            className="font-mono"
          />
        </Field>
      </form>
    </Dialog>
  );
}
