"use client";

import dynamic from "next/dynamic";
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { notify } from "@/components/ui/notify";
import { showError } from "../show-error";
import { useWorkbench } from "../workbench-context";
import { chooseNodeCommands, type NodeCommand, type NodeDialog } from "./node-commands";
import type { NodePlace } from "./node-places";

const NodeDialogs = dynamic(() => import("./node-dialogs").then((module) => module.NodeDialogs), { ssr: false });

type NodeDialogsValue = { openDialog: (dialog: NodeDialog) => void };

const NodeDialogsContext = createContext<NodeDialogsValue | null>(null);

/** Holds the dialogs that change what is next, for menus, tabs and palette. */
export function NodeDialogsProvider({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<NodeDialog | null>(null);
  const value = useMemo(() => ({ openDialog: setDialog }), []);
  return (
    <NodeDialogsContext value={value}>
      {children}
      {dialog === null ? null : <NodeDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </NodeDialogsContext>
  );
}

/** What can be done with a node at the selected moment; nothing without a node. */
export function useNodeCommands(nodeId: string | null): NodeCommand[] {
  const context = useContext(NodeDialogsContext);
  if (context === null) throw new Error("useNodeCommands must be used inside the workbench");
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
  return nodeId === null ? [] : chooseNodeCommands(nodeId, { workbench, openDialog: context.openDialog, skip });
}
