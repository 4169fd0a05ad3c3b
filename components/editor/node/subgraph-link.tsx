"use client";

import Link from "next/link";
import type { SourceNode } from "@/lib/schema/source";
import { useWorkbench } from "../../debugger/workbench-context";
import { Section } from "./section";

/** Of a node that is a workflow itself: which one, and the way to it. */
export function SubgraphLink({ node }: { node: SourceNode }) {
  const { workflows } = useWorkbench();
  const { subgraph } = node;
  if (subgraph === null) return null;
  const workflow = workflows.find(({ file }) => file === subgraph.file);
  return (
    <Section title="Workflow">
      <p className="break-words">
        <span className="font-mono">{subgraph.graph}</span> of <span className="font-mono text-sm">{subgraph.file}</span>
      </p>
      {workflow === undefined ? null : (
        <Link href={`/w/${encodeURIComponent(workflow.graph_id)}`} className="underline underline-offset-2 hover:text-run">
          Open {workflow.graph_id}
        </Link>
      )}
    </Section>
  );
}
