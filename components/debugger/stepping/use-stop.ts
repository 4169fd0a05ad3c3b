"use client";

import { useMemo } from "react";
import { useLive } from "../live/live-context";
import { useWorkbench } from "../workbench-context";
import { findStop, type DebugStop } from "./find-stop";

/** Where the thread was stopped for the person who debugs it, if it stands there now. */
export function useStop(): DebugStop | null {
  const { activeRun, description } = useWorkbench();
  const run = useLive((state) => state.runs[0]);
  const newest = useLive((state) => state.entries.at(-1));
  return useMemo(() => (activeRun === null ? findStop(run, newest, description) : null), [activeRun, run, newest, description]);
}
