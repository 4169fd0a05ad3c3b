import { useWorkbench } from "../workbench-context";
import { EditDialog } from "../inspector/edit/edit-dialog";
import { useCheckpoint } from "../inspector/use-checkpoint";
import type { TimelineEntry } from "@/lib/schema/checkpoint";

/** The edit of any checkpoint of the timeline, selected or not. */
export function EditCheckpoint({ threadId, entry, onClose }: { threadId: string; entry: TimelineEntry; onClose: () => void }) {
  const { description, tree, actions } = useWorkbench();
  const checkpoint = useCheckpoint(threadId, entry, tree);
  return (
    <EditDialog
      description={description}
      threadId={threadId}
      entry={entry}
      tree={tree}
      checkpoint={checkpoint}
      onForked={actions.openForked}
      onContinue={actions.continueFrom}
      onClose={onClose}
    />
  );
}
