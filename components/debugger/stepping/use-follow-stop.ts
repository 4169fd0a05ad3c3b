"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { enclosingNamespaces } from "@/lib/graph/levels";
import { useLive } from "../live/live-context";
import { useWorkbench } from "../workbench-context";
import { useStop } from "./use-stop";

/**
 * Goes to where a run stopped, as debuggers do: into the subgraph that it stopped in, or out of one that it left. Only
 * for runs that ended while this page looked on: a reload changes nothing.
 */
export function useFollowStop(): void {
  const { activeRun, checkpointNs, isFollowing, openLevel } = useWorkbench();
  const stop = useStop();
  const isDone = useLive((state) => state.runs[0]?.state.status === "success");
  const followed = useRef<string | null>(null);
  const activeId = activeRun?.run_id ?? null;
  const follow = useEffectEvent(() => {
    const target = stop?.checkpointNs ?? (isDone ? "" : null);
    if (target === null || target === checkpointNs || !isFollowing) return;
    // Who looks into a graph around the place goes on looking at it.
    if (checkpointNs !== "" && enclosingNamespaces(target).includes(checkpointNs)) return;
    openLevel(target);
  });
  useEffect(() => {
    if (activeId !== null) {
      followed.current = activeId;
    } else if (followed.current !== null) {
      followed.current = null;
      follow();
    }
  }, [activeId]);
}
