"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { applyEdits, getSourceFile } from "@/lib/client/design-api";
import { EditSchema, type Edit } from "@/lib/schema/edit";
import type { QuickFix } from "@/lib/schema/problem";
import { useEditor } from "../editor-context";

/** The fix's edits, parsed; empty where the server speaks of edits that this page does not know. */
export function editsOf(fix: QuickFix): Edit[] {
  const parsed = EditSchema.array().safeParse(fix.edits);
  return parsed.success ? parsed.data : [];
}

/** True for a fix that moves code about: it is looked at before it is made. */
export function isFarReaching(fix: QuickFix): boolean {
  return editsOf(fix).some(({ type }) => type === "guard_effect");
}

/** Makes a fix as one step of the history. `isBusy` while it is under way. */
export function useApplyFix(): { apply: (fix: QuickFix) => Promise<boolean>; isBusy: boolean } {
  const editor = useEditor();
  const [isBusy, setBusy] = useState(false);
  const apply = async (fix: QuickFix): Promise<boolean> => {
    setBusy(true);
    try {
      return await editor.apply(editsOf(fix), { label: fix.title });
    } finally {
      setBusy(false);
    }
  };
  return { apply, isBusy };
}

/** What a fix would change, asked of the server without writing anything. */
export function useFixPreview(fix: QuickFix, enabled: boolean) {
  const { graphId, design } = useEditor();
  const hash = design?.hash ?? "";
  return useQuery({
    queryKey: ["design-fix", graphId, hash, fix],
    queryFn: ({ signal }) => applyEdits(graphId, { base_hash: hash, edits: editsOf(fix), dry_run: true }, signal),
    enabled: enabled && design !== null,
    retry: false,
    staleTime: Infinity,
  });
}

/** The text of another file of the project, as it is before a fix. */
export function useFileText(file: string, enabled: boolean) {
  const { graphId, design } = useEditor();
  return useQuery({
    queryKey: ["design-file", graphId, file, design?.hash ?? ""],
    queryFn: ({ signal }) => getSourceFile(graphId, file, signal),
    enabled,
    retry: false,
  });
}
