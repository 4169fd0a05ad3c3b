"use client";

import { TextInput } from "@/components/ui/field";
import { useState } from "react";
import { useEditor } from "../editor-context";

/** A node's name: Enter or leaving the field renames it, with all that speaks of it; Escape takes it back. */
export function NameField({ name, isLocked }: { name: string; isLocked: boolean }) {
  const { graph, apply, readonly } = useEditor();
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = (typed ?? name).trim();
  const problem = wanted === name ? null : problemOf();

  function problemOf(): string | null {
    if (wanted === "") return "A node needs a name.";
    if (graph?.nodes.some((node) => node.name === wanted)) return "There is a node of this name already.";
    if (graph?.channels.some((channel) => channel.name === wanted))
      return "The state has a channel of this name, and LangGraph allows no node of the same.";
    return null;
  }

  function save() {
    if (typed === null || graph === null) return;
    if (wanted === name || problem !== null) return setTyped(problem === null ? null : typed);
    void apply([{ type: "rename_node", graph: graph.name, node: name, name: wanted }], { label: `Rename ${name}`, select: [wanted] }).then(
      (isDone) => (isDone ? undefined : setTyped(null)),
    );
  }

  return (
    <div className="min-w-0 flex-1">
      <TextInput
        aria-label="Name of the node"
        value={typed ?? name}
        readOnly={readonly !== null || isLocked}
        aria-invalid={problem !== null || undefined}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") save();
          else if (event.key === "Escape" && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
        className="-ml-2 border-transparent bg-transparent font-mono font-semibold"
      />
      {problem === null ? null : (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
