"use client";

import { useId } from "react";
import { Field, TextArea, TextInput } from "@/components/ui/field";
import { Button } from "@/components/ui/button";
import type { SourceGraph } from "@/lib/schema/source";
import { useEditor } from "../editor-context";
import { useProblemsOf } from "../problems/use-problems-of";
import { exportedText, setExportedText } from "./exported-text";
import { NodeProblems } from "./node-problems";
import { Section } from "./section";
import { useDraft } from "./use-draft";
import { Ways } from "./ways";

/** Nothing is selected: the workflow itself. */
export function WorkflowForm({ graph }: { graph: SourceGraph }) {
  const { showCode, design } = useEditor();
  const problems = useProblemsOf({ kind: "graph" });
  const { compile } = graph;
  return (
    <div className="pb-6">
      <div className="flex flex-col gap-3 px-3.5 py-3">
        <ExportedField name="title" label="Title" />
        <ExportedField name="description" label="Description" />
      </div>
      <NodeProblems problems={problems} />
      <Section
        title="Builder"
        action={
          <Button size="sm" variant="ghost" onClick={() => showCode(graph.place)}>
            Code
          </Button>
        }
      >
        <dl className="grid grid-cols-[84px_1fr] gap-y-1">
          <dt className="text-muted">file</dt>
          <dd className="truncate font-mono text-sm">{design?.file}</dd>
          <dt className="text-muted">exported as</dt>
          <dd className="truncate font-mono text-sm">{graph.exported_as.join(", ") || "not exported"}</dd>
          <dt className="text-muted">nodes</dt>
          <dd>{graph.nodes.length}</dd>
          <dt className="text-muted">compiled</dt>
          <dd className="font-mono text-sm break-words">{compile === null ? "by who runs it" : optionsText(compile.options)}</dd>
        </dl>
      </Section>
      {graph.api === "graph" ? <Ways source="__start__" hideOwn={false} /> : null}
      <p className="px-3.5 pt-1 text-sm text-faint">Select a node or an edge to change it.</p>
    </div>
  );
}

function optionsText(options: SourceGraph["compile"] extends infer C ? (C extends { options: infer O } ? O : never) : never): string {
  const entries = Object.entries(options).map(([name, { text }]) => `${name}: ${text}`);
  return entries.length === 0 ? "without options" : entries.join(", ");
}

/** `export const title = "…"` of the workflow's file, by which the interface calls it. */
function ExportedField({ name, label }: { name: "title" | "description"; label: string }) {
  const { design, apply, readonly } = useEditor();
  const id = useId();
  const found = exportedText(design?.text ?? "", name);
  const draft = useDraft(found?.value ?? "", async (text) => {
    const edits = () => {
      const change = setExportedText(design?.text ?? "", name, text);
      return change === null ? [] : [{ type: "replace_text" as const, changes: [change] }];
    };
    return await apply(edits(), { label: `Change the ${label.toLowerCase()}`, merge: `exported:${name}` });
  });
  const isOff = readonly !== null || found?.isCode === true;
  const shared = { id, value: draft.text, readOnly: isOff, onBlur: draft.flush };
  return (
    <Field label={label} htmlFor={id} help={found?.isCode === true ? "It is made by code." : undefined}>
      {name === "title" ? (
        <TextInput {...shared} placeholder={design?.graph_id} onChange={(event) => draft.change(event.target.value)} />
      ) : (
        <TextArea {...shared} rows={2} className="min-h-12" onChange={(event) => draft.change(event.target.value)} />
      )}
    </Field>
  );
}
