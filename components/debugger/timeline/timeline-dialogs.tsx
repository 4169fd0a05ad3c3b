import dynamic from "next/dynamic";
import { useWorkbench } from "../workbench-context";
import type { TimelineActions } from "./actions";
import type { MarkIndex } from "./mark-index";
import type { TimelineDialog } from "./use-timeline-actions";

const MarkDialog = dynamic(() => import("./mark-dialog").then((module) => module.MarkDialog), { ssr: false });
const EditCheckpoint = dynamic(() => import("./edit-checkpoint").then((module) => module.EditCheckpoint), { ssr: false });

export type TimelineDialogsProps = {
  dialog: NonNullable<TimelineDialog>;
  marks: MarkIndex;
  actions: TimelineActions;
  onClose: () => void;
};

/** The forms that the timeline's menus and keys open. */
export function TimelineDialogs({ dialog, marks, actions, onClose }: TimelineDialogsProps) {
  const { threadId, tree } = useWorkbench();
  if (threadId === null) return null;
  const entry = tree.byId.get(dialog.id);
  if (entry === undefined) return null;
  if (dialog.kind === "edit") return <EditCheckpoint threadId={threadId} entry={entry} onClose={onClose} />;
  return (
    <MarkDialog
      key={entry.checkpoint_id}
      entry={entry}
      mark={marks.checkpoints.get(entry.checkpoint_id)}
      part={dialog.kind}
      onSave={(mark) => actions.mark(entry.checkpoint_id, mark)}
      onClose={onClose}
    />
  );
}
