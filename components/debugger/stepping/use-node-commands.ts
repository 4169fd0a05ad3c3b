"use client";

import { useCallback } from "react";
import { notify } from "@/components/ui/notify";
import { showError } from "../show-error";
import { useWorkbench } from "../workbench-context";
import { chooseNodeCommands, type NodeCommand } from "./node-commands";
import { useNodeDialogs } from "./node-dialogs-context";
import type { NodePlace } from "./node-places";

/** What can be done with a node at the selected moment; nothing without a node. */
export function useNodeCommands(nodeId: string | null): NodeCommand[] {
  const { openDialog } = useNodeDialogs();
  const workbench = useWorkbench();
  const { changeNext } = workbench.actions;
  const skip = useCallback(
    ({ name, entry }: NodePlace) => {
      changeNext({ checkpoint_id: entry.checkpoint_id, checkpoint_ns: entry.checkpoint_ns, change: { kind: "skip", node: name } }).then(
        () => notify(`${name} was skipped`, { description: "What comes after it is next." }),
        (error: unknown) => showError(`${name} could not be skipped`, error),
      );
    },
    [changeNext],
  );
  return nodeId === null ? [] : chooseNodeCommands(nodeId, { workbench, openDialog, skip });
}
