"use client";

import dynamic from "next/dynamic";
import { FileCode, MousePointerClick } from "lucide-react";
import { Chip } from "@/components/ui/chip";
import { Empty } from "@/components/ui/empty";
import type { GraphDescription, GraphNode } from "@/lib/schema/graph";
import { useWorkbench } from "../workbench-context";

const CodeEditor = dynamic(() => import("@/components/ui/code-editor").then((module) => module.CodeEditor), { ssr: false });

const KIND_WORDS: Record<GraphNode["kind"], string> = {
  start: "start",
  end: "end",
  node: "node",
  tools: "tools",
  agent: "agent",
  subgraph: "subgraph",
  error_handler: "error handler",
};

function leadsTo(description: GraphDescription, node: GraphNode): { name: string; labels: string[] }[] {
  return description.edges
    .filter((edge) => edge.source === node.id)
    .map((edge) => ({ name: description.nodes.find((item) => item.id === edge.target)?.name ?? edge.target, labels: edge.labels }));
}

function NodeDetails({ description, node }: { description: GraphDescription; node: GraphNode }) {
  const targets = leadsTo(description, node);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="border-b border-line px-3.5 py-3">
        <h2 className="flex items-center gap-2 font-mono font-semibold">
          {node.name}
          <Chip className="font-sans">{KIND_WORDS[node.kind]}</Chip>
        </h2>
        {node.description ? <p className="mt-1 text-muted">{node.description}</p> : null}
        {targets.length > 0 ? (
          <p className="mt-2 text-sm text-muted">
            Leads to{" "}
            {targets.map(({ name, labels }, index) => (
              <span key={`${name}-${index}`}>
                {index > 0 ? ", " : ""}
                <span className="font-mono text-text">{name}</span>
                {labels.length > 0 ? ` (${labels.join(", ")})` : ""}
              </span>
            ))}
          </p>
        ) : null}
      </header>
      {node.source ? (
        <>
          <p className="flex items-center gap-1.5 border-b border-line px-3.5 py-2 font-mono text-sm text-muted">
            <FileCode aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">
              {node.source.file}:{node.source.line}
            </span>
          </p>
          <div className="min-h-0 flex-1 overflow-auto">
            <CodeEditor value={node.source.text} language="typescript" label={`Source of ${node.name}`} readOnly firstLine={node.source.line} />
          </div>
        </>
      ) : (
        <p className="px-3.5 py-3 text-muted">
          {node.kind === "start" || node.kind === "end"
            ? "This is where the workflow begins or ends; there is no code behind it."
            : "The source of this node is not in the project’s files."}
        </p>
      )}
    </div>
  );
}

function Channels({ description }: { description: GraphDescription }) {
  return (
    <section aria-label="State" className="border-t border-line">
      <h2 className="px-3.5 pt-3 pb-1 text-xs font-medium text-faint">State</h2>
      <ul>
        {description.channels.map((channel) => (
          <li key={channel.name} className="flex items-center gap-2 border-b border-line px-3.5 py-1.5 last:border-0">
            <span className="min-w-0 flex-1 truncate font-mono text-sm font-medium">{channel.name}</span>
            <Chip>{channel.reducer.label}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Design mode's right side: what the workflow is, and the code of the selected node. */
export function DesignPanel() {
  const { description, selection, workflow } = useWorkbench();
  if (!description) {
    return (
      <Empty icon={<FileCode />} title="Nothing to inspect">
        {workflow ? "The workflow has to load first." : "The workflow is gone."}
      </Empty>
    );
  }
  const node = description.nodes.find((item) => item.id === selection.node);
  if (node) return <NodeDetails description={description} node={node} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <header className="px-3.5 py-3">
        <h2 className="text-lg font-semibold">{description.title}</h2>
        {description.description ? <p className="mt-1 text-muted">{description.description}</p> : null}
        <p className="mt-2 font-mono text-sm text-muted">{description.file}</p>
        <p className="mt-3 flex items-center gap-1.5 text-sm text-muted">
          <MousePointerClick aria-hidden className="size-3.5" />
          Select a node to read its code.
        </p>
      </header>
      <Channels description={description} />
    </div>
  );
}
