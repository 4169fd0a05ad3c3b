"use client";

import dynamic from "next/dynamic";
import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import type { NodeDialog } from "./node-commands";

const NodeDialogs = dynamic(() => import("./node-dialogs").then((module) => module.NodeDialogs), { ssr: false });

type NodeDialogsValue = { openDialog: (dialog: NodeDialog) => void };

const NodeDialogsContext = createContext<NodeDialogsValue | null>(null);

export function useNodeDialogs(): NodeDialogsValue {
  const value = useContext(NodeDialogsContext);
  if (value === null) throw new Error("useNodeDialogs must be used inside the workbench");
  return value;
}

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
