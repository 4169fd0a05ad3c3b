"use client";

import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { EditDialog } from "../inspector/edit/edit-dialog";
import { useCheckpoint } from "../inspector/use-checkpoint";
import { useWorkbench } from "../workbench-context";

/** Edits the state as a node. */
export function WriteDialog({ threadId, entry, node, onClose }: { threadId: string; entry: TimelineEntry; node: string; onClose: () => void }) {
  const { description, tree, actions } = useWorkbench();
  const checkpoint = useCheckpoint(threadId, entry, tree);
  return (
    <EditDialog
      description={description}
      threadId={threadId}
      entry={entry}
      tree={tree}
      checkpoint={checkpoint}
      asNode={node}
      onForked={actions.openForked}
      onContinue={actions.continueFrom}
      onClose={onClose}
    />
  );
}
