import { Braces } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Empty } from "@/components/ui/empty";
import { toNodePrefix } from "@/lib/graph/visits";
import { useRevisionReport } from "../../explain/use-revision-report";
import { TextDiff } from "../changes/text-diff";
import type { InspectorTabProps } from "../tab-props";
import { shownNode } from "./shown-node";

const CodeEditor = dynamic(() => import("@/components/ui/code-editor").then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => <div className="min-h-40 animate-pulse bg-hover" />,
});

type Version = "now" | "then" | "changes";
const VERSIONS: Record<Version, string> = { now: "Now", then: "Then", changes: "Changes" };

/** The TypeScript of the node's function as it stands in the file, and as it stood when the checkpoint was made. */
export function CodeTab({ description, nodeId, entry, threadId, runs }: InspectorTabProps) {
  const { data: report } = useRevisionReport({ threadId, entry, description, runs });
  const [version, setVersion] = useState<Version>("now");
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
  const drawnId = node.id.startsWith(toNodePrefix(entry.checkpoint_ns)) ? node.id : toNodePrefix(entry.checkpoint_ns) + node.id;
  const change = report?.changes.find((one) => one.kind === "node_code" && one.node === drawnId);
  const before = change?.kind === "node_code" ? change.before : null;
  const shown = before === null ? "now" : version;
  return (
    <div>
      <p className="flex items-baseline gap-2 border-b border-line px-3.5 py-2 text-sm">
        <span className="font-mono font-semibold">{node.name}</span>
        <span className="ml-auto min-w-0 truncate font-mono text-muted" title={`${file}:${line}`}>
          {file}:{line}
        </span>
      </p>
      {before === null ? null : (
        <div role="group" aria-label="Version of the code" className="flex items-center gap-1 border-b border-line px-3.5 py-1.5 text-sm text-muted">
          <span className="mr-1">Changed since this ran:</span>
          {(Object.keys(VERSIONS) as Version[]).map((id) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === shown}
              onClick={() => setVersion(id)}
              className="rounded px-1.5 hover:bg-hover hover:text-text aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-text"
            >
              {VERSIONS[id]}
            </button>
          ))}
        </div>
      )}
      {shown === "changes" && before !== null ? (
        <div className="px-3.5 py-2 font-mono text-xs">
          <TextDiff before={before} after={text} />
        </div>
      ) : (
        <CodeEditor
          key={shown}
          value={shown === "then" && before !== null ? before : text}
          language="typescript"
          label={shown === "then" ? `Code of ${node.name} when this ran` : `Code of ${node.name}`}
          readOnly
          {...(shown === "then" ? {} : { firstLine: line })}
        />
      )}
    </div>
  );
}
