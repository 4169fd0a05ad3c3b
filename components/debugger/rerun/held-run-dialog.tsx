"use client";

import dynamic from "next/dynamic";
import { useWorkbench } from "../workbench-context";

const RerunDialog = dynamic(() => import("./rerun-dialog").then((module) => module.RerunDialog), { ssr: false });

/** The question before a run that is held. */
export function HeldRunDialog() {
  const { threadId, heldRun, actions } = useWorkbench();
  if (threadId === null || heldRun === null) return null;
  return <RerunDialog threadId={threadId} held={heldRun} onRun={actions.runHeld} onClose={actions.dropHeld} />;
}
