"use client";

import { useCallback } from "react";
import { applyEdits } from "@/lib/client/design-api";
import type { Doubt, EditInput } from "@/lib/schema/edit";
import { useEditor } from "../editor-context";

type StateEdit = Extract<EditInput, { type: "add_channel" | "rename_channel" | "set_channel" | "delete_channel" }>;
type WithoutGraph<T> = T extends StateEdit ? Omit<T, "graph"> : never;
export type ChannelEdit = WithoutGraph<StateEdit>;

/**
 * What came of it. `refused` has the reason, to be shown beside the field; `ask` the places that still use a channel that
 * is to be deleted; `open` was answered by the editor itself.
 */
export type EditAnswer = { status: "done" } | { status: "open" } | { status: "refused"; reason: string } | { status: "ask"; doubts: Doubt[] };

/**
 * Makes an edit of the state. What cannot be done is asked for first, so that the reason stands beside what was typed;
 * everything else goes the way of all edits.
 */
export function useStateEdit(): (edit: ChannelEdit, label: string) => Promise<EditAnswer> {
  const { graphId, design, graph, apply, saving } = useEditor();
  return useCallback(
    async (edit, label) => {
      if (design === null || graph === null) return { status: "refused", reason: "The workflow is still being read." };
      const full: EditInput = { ...edit, graph: graph.name };
      // While others are under way the text that it will be made on is not known yet.
      if (saving.status === "saved") {
        const answer = await applyEdits(graphId, { base_hash: design.hash, edits: [full], dry_run: true }).catch(() => null);
        if (answer?.status === "refused") return { status: "refused", reason: answer.reason };
        if (answer?.status === "ask" && edit.type === "delete_channel") return { status: "ask", doubts: answer.doubts };
      }
      return { status: (await apply([full], { label })) ? "done" : "open" };
    },
    [graphId, design, graph, apply, saving.status],
  );
}
