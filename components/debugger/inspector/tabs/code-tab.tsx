import { Braces } from "lucide-react";
import dynamic from "next/dynamic";
import { Empty } from "@/components/ui/empty";
import type { InspectorTabProps } from "../tab-props";
import { shownNode } from "./shown-node";

const CodeEditor = dynamic(() => import("@/components/ui/code-editor").then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => <div className="min-h-40 animate-pulse bg-hover" />,
});

/** The TypeScript of the node's function as it stands in the file. */
export function CodeTab({ description, nodeId, entry }: InspectorTabProps) {
  const node = shownNode(description, nodeId, entry);
  if (node === null || node.source === null) {
    return (
      <Empty icon={<Braces />} title={node === null ? "No node selected" : `${node.name} has no code of its own`}>
        {node === null
          ? "Select a node on the canvas to read its code."
          : node.kind === "subgraph"
            ? "It is a workflow itself: open it on the canvas and select a node inside."
            : "Its place in the source is not known."}
      </Empty>
    );
  }
  const { file, line, text } = node.source;
  return (
    <div>
      <p className="flex items-baseline gap-2 border-b border-line px-3.5 py-2 text-sm">
        <span className="font-mono font-semibold">{node.name}</span>
        <span className="ml-auto min-w-0 truncate font-mono text-muted" title={`${file}:${line}`}>
          {file}:{line}
        </span>
      </p>
      <CodeEditor value={text} language="typescript" label={`Code of ${node.name}`} readOnly firstLine={line} />
    </div>
  );
}
