"use client";

import { TextInput } from "@/components/ui/field";
import { useEditor } from "../editor-context";
import { useDraft } from "./use-draft";

/** What a node does, in one line: the comment above its code. */
export function DescriptionField({ node, description, isLocked }: { node: string; description: string | null; isLocked: boolean }) {
  const { graph, apply, readonly } = useEditor();
  const draft = useDraft(description ?? "", async (text) => {
    if (graph === null) return false;
    const edit = { type: "set_description" as const, graph: graph.name, node, text };
    return await apply([edit], { label: `Describe ${node}`, merge: `description:${node}` });
  });
  return (
    <TextInput
      aria-label="Description"
      value={draft.text}
      placeholder="What it does, in one line"
      readOnly={readonly !== null || isLocked}
      aria-invalid={draft.isRefused || undefined}
      onChange={(event) => draft.change(event.target.value)}
      onBlur={draft.flush}
      className="-ml-2 border-transparent bg-transparent text-muted"
    />
  );
}
