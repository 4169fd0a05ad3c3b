"use client";

import { useWorkbench } from "../workbench-context";
import { JumpDialog } from "./jump-dialog";
import type { NodeDialog } from "./node-commands";
import { OutputDialog } from "./output-dialog";
import { WriteDialog } from "./write-dialog";

/** The dialog that is open, about the thread that is open. */
export function NodeDialogs({ dialog, onClose }: { dialog: NodeDialog; onClose: () => void }) {
  const { threadId, entry } = useWorkbench();
  if (threadId === null || entry === null) return null;
  switch (dialog.kind) {
    case "output":
      return <OutputDialog threadId={threadId} place={dialog.place} onClose={onClose} />;
    case "jump":
      return <JumpDialog at={dialog.place?.entry ?? entry} target={dialog.target} onClose={onClose} />;
    case "write":
      return <WriteDialog threadId={threadId} entry={entry} node={dialog.node} onClose={onClose} />;
  }
}
