"use client";

import { useLayoutEffect } from "react";
import { useGroupRef, type Layout, type LayoutChangedMeta } from "react-resizable-panels";
import { readLocal, writeLocal } from "@/lib/client/local-storage";

function readLayout(value: unknown): Layout | null {
  if (typeof value !== "object" || value === null) return null;
  const entries = Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/**
 * Panel sizes that survive a reload. They are put in place after the first render, which has the same sizes as on
 * the server, and before the first paint.
 */
export function useRememberedLayout(name: string) {
  const groupRef = useGroupRef();
  const key = `retrograph:layout:${name}`;

  useLayoutEffect(() => {
    const kept = readLayout(readLocal(key));
    const group = groupRef.current;
    if (!kept || !group) return;
    const current = Object.keys(group.getLayout());
    if (current.length === Object.keys(kept).length && current.every((id) => id in kept)) group.setLayout(kept);
  }, [groupRef, key]);

  function onLayoutChanged(layout: Layout, meta: LayoutChangedMeta) {
    if (meta.isUserInteraction) writeLocal(key, layout);
  }

  function remember() {
    const layout = groupRef.current?.getLayout();
    if (layout) writeLocal(key, layout);
  }

  return { groupRef, onLayoutChanged, remember };
}
