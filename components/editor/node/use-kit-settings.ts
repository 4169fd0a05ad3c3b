"use client";

import type { JsonObject } from "@/lib/schema/json";
import { useEditor } from "../editor-context";

/** What `set_kit_settings` is given: values and code by dotted path; null takes one away. */
export type KitChange = { settings?: JsonObject; code?: Record<string, string | null> };
export type SetKit = (change: KitChange, label: string) => Promise<boolean>;

/** Changes settings of a node of the kit; changes of one setting while somebody types are one step of the history. */
export function useKitSettings(node: string): SetKit {
  const { graph, apply } = useEditor();
  return async (change, label) => {
    if (graph === null) return false;
    const names = [...Object.keys(change.settings ?? {}), ...Object.keys(change.code ?? {})].join(",");
    return await apply([{ type: "set_kit_settings", graph: graph.name, node, ...change }], { label, merge: `kit:${node}:${names}` });
  };
}
