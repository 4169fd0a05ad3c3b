"use client";

import { Spinner } from "@/components/ui/spinner";
import { useEditor } from "../editor-context";
import { EdgeForm } from "./edge-form";
import { NodeForm } from "./node-form";
import { SelectionForm } from "./selection-form";
import { WorkflowForm } from "./workflow-form";

/** What is selected, and how it can be changed. */
export function NodePanel() {
  const { design, graph, selection } = useEditor();
  if (design === null) {
    return (
      <div className="grid h-full place-items-center">
        <Spinner label="Reading the workflow" />
      </div>
    );
  }
  if (graph === null) return <p className="p-3.5 text-muted">The text does not say which graph this workflow is.</p>;
  const nodes = selection.nodes.flatMap((name) => graph.nodes.find((node) => node.name === name) ?? []);
  const [first, ...others] = nodes;
  if (first !== undefined && others.length > 0)
    return <SelectionForm key={nodes.map(({ name }) => name).join()} nodes={nodes.map(({ name }) => name)} />;
  if (first !== undefined) return <NodeForm key={first.name} node={first} />;
  if (selection.edge !== null) return <EdgeForm key={`${selection.edge.source} ${selection.edge.target}`} edge={selection.edge} />;
  return <WorkflowForm graph={graph} />;
}
