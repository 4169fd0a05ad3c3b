import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextArea, TextInput } from "@/components/ui/field";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { CheckpointMark, MarkBody } from "@/lib/schema/travel";
import { formatStep } from "./format";

export type MarkDialogProps = {
  entry: TimelineEntry;
  mark: CheckpointMark | undefined;
  /** Which field is asked for. */
  part: "label" | "note";
  onSave: (mark: MarkBody) => void;
  onClose: () => void;
};

const LONGEST_LABEL = 100;
const LONGEST_NOTE = 10_000;

/** Label and note of a checkpoint. */
export function MarkDialog({ entry, mark, part, onSave, onClose }: MarkDialogProps) {
  const id = useId();
  const [label, setLabel] = useState(mark?.label ?? "");
  const [note, setNote] = useState(mark?.note ?? "");
  const [starred, setStarred] = useState(mark?.starred ?? false);
  function save() {
    onSave({ checkpoint_ns: entry.checkpoint_ns, label: label.trim() || null, note: note.trim() || null, starred });
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Mark step ${formatStep(entry.step)}`}
      description="Shown in the timeline, and found by the search. It changes nothing in the checkpoint."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Label" htmlFor={`${id}-label`} help="A few words beside the checkpoint.">
          <TextInput
            id={`${id}-label`}
            autoFocus={part === "label"}
            maxLength={LONGEST_LABEL}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
        </Field>
        <Field label="Note" htmlFor={`${id}-note`}>
          <TextArea
            id={`${id}-note`}
            autoFocus={part === "note"}
            maxLength={LONGEST_NOTE}
            rows={5}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save();
            }}
          />
        </Field>
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={starred} onChange={(event) => setStarred(event.target.checked)} />
          Star
        </label>
      </form>
    </Dialog>
  );
}
