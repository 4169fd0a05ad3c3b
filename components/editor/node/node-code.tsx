"use client";

import { useState } from "react";
import type { SourceNode } from "@/lib/schema/source";
import { FunctionEditor } from "../code/function-editor";
import { useEditor } from "../editor-context";
import { Section } from "./section";
import { useDraft } from "./use-draft";

/** The function that a node runs, to be changed in place. */
export function NodeCode({ node }: { node: SourceNode }) {
  const { graph, design, apply, readonly } = useEditor();
  const definition = node.action.definition ?? (node.action.kind === "inline" ? node.action.place : null);
  const [failed, setFailed] = useState(false);
  const saved =
    definition === null || design === null || definition.file !== design.file ? null : design.text.slice(definition.start, definition.end);
  const draft = useDraft(saved ?? "", async (text) => {
    if (graph === null) return false;
    const isDone = await apply([{ type: "set_node_code", graph: graph.name, node: node.name, text }], {
      label: `Change the code of ${node.name}`,
      merge: `code:${node.name}`,
    });
    setFailed(!isDone);
    return isDone;
  });
  if (definition === null || node.action.kind === "subgraph") return null;
  if (saved === null) {
    return (
      <Section title="Code">
        <p className="text-muted">
          It stands in <span className="font-mono text-sm">{definition.file}</span>, line {definition.line}.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Code">
      <div onBlur={draft.flush}>
        <FunctionEditor
          label={`Code of ${node.name}`}
          value={draft.text}
          onChange={draft.change}
          place={definition}
          readOnly={readonly !== null || node.locked !== null}
        />
      </div>
      {failed ? (
        <p role="alert" className="mt-1 text-sm text-bad">
          This could not be written yet.
        </p>
      ) : null}
    </Section>
  );
}
